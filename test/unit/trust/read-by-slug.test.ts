import { describe, expect, it } from 'vitest'
import { pageReader } from '../../../lambdas/trust/views/read-by-slug.ts'
import type { PageDeps } from '../../../lambdas/trust/views/read-page.ts'
import { sha256 } from './bundle-world.ts'

const FIRST = sha256('first')
const SECOND = sha256('second')

/** Pages over a table whose reads complete in rounds, so that rounds can be counted. */
const countingPages = () => {
  const owners = new Map([['acme', { org: 'acme-org', hash: FIRST }]])
  let pendingReads: (() => void)[] = []
  const bundles: string[] = []
  const answerInRound = <Row>(row: () => Row): Promise<Row> =>
    new Promise((resolve) => {
      pendingReads.push(() => resolve(row()))
    })
  const deps = {
    owners: { get: ({ slug }: { slug: string }) => answerInRound(() => owners.get(slug)) },
    slugs: { get: () => answerInRound(() => undefined) },
    settings: { get: () => answerInRound(() => undefined) },
    artifacts: {
      listBundle: (org: string, hash: string) => {
        bundles.push(`${org} ${hash}`)
        return answerInRound(() => [])
      },
    },
    history: { page: () => answerInRound(() => ({ rows: [], nextCursor: null })) },
    receipts: { get: () => answerInRound(() => undefined) },
    keys: () => answerInRound(() => []),
  } as unknown as PageDeps
  const pages = pageReader(deps)
  const read = async (slug: string) => {
    let isDone = false
    let rounds = 0
    const page = pages(slug).finally(() => {
      isDone = true
    })
    while (!isDone && rounds < 10) {
      const roundReads = pendingReads
      pendingReads = []
      if (roundReads.length > 0) rounds += 1
      for (const resolveRead of roundReads) resolveRead()
      await new Promise(setImmediate)
    }
    return { page: await page, rounds }
  }
  return { read, owners, bundles }
}

describe('page cache by slug', () => {
  it('takes two rounds of reads the first time, and one afterwards', async () => {
    const { read } = countingPages()
    expect(await read('acme')).toMatchObject({ rounds: 2, page: { org: 'acme-org', hash: FIRST } })
    expect(await read('acme')).toMatchObject({ rounds: 1, page: { org: 'acme-org', hash: FIRST } })
  })

  it('shows the new receipt or organization immediately after a change', async () => {
    const { read, owners, bundles } = countingPages()
    await read('acme')
    owners.set('acme', { org: 'acme-org', hash: SECOND })
    expect(await read('acme')).toMatchObject({ rounds: 2, page: { hash: SECOND, current: SECOND } })
    owners.set('acme', { org: 'other-org', hash: SECOND })
    expect(await read('acme')).toMatchObject({ rounds: 2, page: { org: 'other-org', hash: SECOND } })
    expect(bundles.at(-1)).toBe(`other-org ${SECOND}`)
    expect((await read('acme')).rounds).toBe(1)
  })

  it('returns undefined for released and malformed slugs', async () => {
    const { read, owners } = countingPages()
    await read('acme')
    owners.delete('acme')
    expect((await read('acme')).page).toBeUndefined()
    expect(await read('-acme')).toEqual({ rounds: 0, page: undefined })
  })

  it('caches the thousand most recently requested slugs', async () => {
    const { read, owners } = countingPages()
    for (let nth = 0; nth <= 1_000; nth++) owners.set(`page-${nth}`, { org: 'acme-org', hash: FIRST })
    for (let nth = 0; nth <= 1_000; nth++) await read(`page-${nth}`)
    expect([(await read('page-1000')).rounds, (await read('page-0')).rounds]).toEqual([1, 2])
  })
})
