import { describe, expect, it } from 'vitest'
import { pageReader } from '../../../lambdas/trust/views/read-by-slug.ts'
import type { PageDeps } from '../../../lambdas/trust/views/read-page.ts'
import { sha256 } from './bundle-world.ts'

const FIRST = sha256('first')
const SECOND = sha256('second')

/** Pages over reads that are answered in batches, so that rounds can be counted. */
const pagesInRounds = () => {
  const owners = new Map([['acme', { org: 'acme-org', hash: FIRST }]])
  let waiting: (() => void)[] = []
  const bundles: string[] = []
  const afterRound = <Row>(row: () => Row): Promise<Row> =>
    new Promise((resolve) => {
      waiting.push(() => resolve(row()))
    })
  const deps = {
    owners: { get: ({ slug }: { slug: string }) => afterRound(() => owners.get(slug)) },
    slugs: { get: () => afterRound(() => undefined) },
    settings: { get: () => afterRound(() => undefined) },
    artifacts: {
      bundle: (org: string, hash: string) => {
        bundles.push(`${org} ${hash}`)
        return afterRound(() => [])
      },
    },
    history: { page: () => afterRound(() => ({ rows: [], nextCursor: null })) },
    receipts: { get: () => afterRound(() => undefined) },
    keys: () => afterRound(() => []),
  } as unknown as PageDeps
  const pages = pageReader(deps)
  const read = async (slug: string) => {
    let isDone = false
    let rounds = 0
    const page = pages(slug).finally(() => {
      isDone = true
    })
    while (!isDone && rounds < 10) {
      const now = waiting
      waiting = []
      if (now.length > 0) rounds += 1
      for (const answer of now) answer()
      await new Promise(setImmediate)
    }
    return { page: await page, rounds }
  }
  return { read, owners, bundles }
}

describe('page cache by slug', () => {
  it('takes two rounds of reads the first time, and one afterwards', async () => {
    const { read } = pagesInRounds()
    expect(await read('acme')).toMatchObject({ rounds: 2, page: { org: 'acme-org', hash: FIRST } })
    expect(await read('acme')).toMatchObject({ rounds: 1, page: { org: 'acme-org', hash: FIRST } })
  })

  it('shows the new receipt or organization immediately after a change', async () => {
    const { read, owners, bundles } = pagesInRounds()
    await read('acme')
    owners.set('acme', { org: 'acme-org', hash: SECOND })
    expect(await read('acme')).toMatchObject({ rounds: 2, page: { hash: SECOND, current: SECOND } })
    owners.set('acme', { org: 'other-org', hash: SECOND })
    expect(await read('acme')).toMatchObject({ rounds: 2, page: { org: 'other-org', hash: SECOND } })
    expect(bundles.at(-1)).toBe(`other-org ${SECOND}`)
    expect((await read('acme')).rounds).toBe(1)
  })

  it('returns undefined for released and malformed slugs', async () => {
    const { read, owners } = pagesInRounds()
    await read('acme')
    owners.delete('acme')
    expect((await read('acme')).page).toBeUndefined()
    expect(await read('-acme')).toEqual({ rounds: 0, page: undefined })
  })

  it('retains the thousand slugs that were requested last', async () => {
    const { read, owners } = pagesInRounds()
    for (let nth = 0; nth <= 1_000; nth++) owners.set(`page-${nth}`, { org: 'acme-org', hash: FIRST })
    for (let nth = 0; nth <= 1_000; nth++) await read(`page-${nth}`)
    expect([(await read('page-1000')).rounds, (await read('page-0')).rounds]).toEqual([1, 2])
  })
})
