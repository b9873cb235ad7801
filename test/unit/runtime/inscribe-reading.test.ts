import { rowTable } from '@signet/kernel'
import type { ReadingFile } from '@signet/readings'
import { readingSha256, replayReading } from '@signet/readings'
import { receiptIssuer } from '@signet/receipts/issuing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRow } from '../../../lambdas/runtime/contract/memory-row.ts'
import { inscribedRow } from '../../../lambdas/runtime/contract/reading-rows.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { expectWholeChain, issuerDeps, ticking, under } from '../receipts/issuing/issuing-world.ts'
import { inscriberIn, NO_CRASH, objectMap, readingOf } from './runtime-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now: ticking })
const storedRowsOf = (org: string) => rowTable(inscribedRow, deps()).all({ org })
const grimoireOf = (org: string) => world.partition(`GRIMOIRE#${org}/shared/q`)
const memoryOf = (org: string) => rowTable(memoryRow, deps()).get({ org, namespaceId: 'shared/q' })

const hashOf = (outcome: unknown): string => {
  expect(outcome).toHaveProperty('hash')
  return (outcome as { hash: string }).hash
}

describe('inscribed reading', () => {
  it('a crash at any call leaves receipt, lists and memory complete or absent, and a retry stores one reading', async () => {
    const crashes = await atEveryCall(crashPoint, async (crash, name) => {
      const org = `org-${name.replaceAll(' ', '-')}`
      const { bucketOf, objects } = objectMap()
      const toInscribe = readingOf(org, { key: 'once' })
      await inscriberIn(under(world, crash), bucketOf(crash))(toInscribe).catch(() => undefined)
      const storedRows = await storedRowsOf(org)
      const grimoireRows = await grimoireOf(org)
      const memory = await memoryOf(org)
      const chain = await world.partition(`RECEIPTCHAIN#${org}`)
      const isStored = storedRows.length === 1
      expect([name, grimoireRows.length, memory?.tick, chain.length]).toEqual(
        isStored ? [name, 1, 1, 1] : [name, 0, undefined, 0],
      )
      if (isStored) expect([name, objects.has(String(storedRows[0]?.object))]).toEqual([name, true])

      const hash = hashOf(await inscriberIn(world.db, bucketOf(NO_CRASH))(toInscribe))
      const after = await storedRowsOf(org)
      expect([name, after.map((row) => row.hash), (await memoryOf(org))?.tick]).toEqual([name, [hash], 1])
      expect(await expectWholeChain(world, org), name).toHaveLength(1)
      const bytes = objects.get(String(after[0]?.object))
      const file = JSON.parse(Buffer.from(bytes ?? []).toString()) as ReadingFile
      expect(await replayReading(file), name).toMatchObject({ ok: true, isSame: true })
    })
    expect(crashes).toBeGreaterThan(4)
  })

  it('a reading is repeated with the new memory if a concurrent reading of its querent commits first', async () => {
    const { bucketOf } = objectMap()
    const issue = receiptIssuer(issuerDeps(world))
    let isFirst = true
    const overtaken = inscriberIn(world.db, bucketOf(NO_CRASH), async (kind, input) => {
      if (isFirst) {
        isFirst = false
        await inscriberIn(world.db, bucketOf(NO_CRASH))(readingOf('overtaken', { key: 'other' }))
      }
      return issue(kind, input)
    })
    const outcome = await overtaken(readingOf('overtaken', { key: 'mine' }))
    expect(outcome).toMatchObject({ isNew: true, file: { reading: { replay: { memory_tick: 1 } } } })
    expect((await memoryOf('overtaken'))?.tick).toBe(2)
  })

  it('repeated conflicts return receipt_conflict', async () => {
    const { bucketOf } = objectMap()
    let count = 0
    const issue = receiptIssuer(issuerDeps(world))
    const alwaysOvertaken = inscriberIn(world.db, bucketOf(NO_CRASH), async (kind, issueInput) => {
      await inscriberIn(world.db, bucketOf(NO_CRASH))(readingOf('busy', { key: `other ${count++}` }))
      return issue(kind, issueInput)
    })
    expect(await alwaysOvertaken(readingOf('busy', { key: 'mine' }))).toMatchObject({ code: 'receipt_conflict' })
    expect(count).toBe(5)
  })

  it('claims contain fractions as text, and the subject is the structured response', async () => {
    const { bucketOf } = objectMap()
    const claims: unknown[] = []
    const subjects: string[] = []
    const issue = receiptIssuer(issuerDeps(world))
    const inscribe = inscriberIn(world.db, bucketOf(NO_CRASH), (kind, issueInput) => {
      claims.push(issueInput.claims)
      subjects.push(issueInput.subject.sha256)
      return issue(kind, issueInput)
    })
    const outcome = await inscribe(readingOf('claims'))
    expect(claims).toMatchObject([
      { intention: 'A webhook', facts: { public: true, share: '0.5' }, spread: 'small@0.0.0' },
    ])
    expect(subjects).toEqual([readingSha256((outcome as { file: ReadingFile }).file.reading)])
    await inscribe(readingOf('claims', { isPublic: true }))
    expect(claims[1]).not.toHaveProperty('intention')
    expect(claims[1]).not.toHaveProperty('inputs')
  })

  it('a different request with the same key returns idempotency_mismatch', async () => {
    const { bucketOf } = objectMap()
    const inscribe = inscriberIn(world.db, bucketOf(NO_CRASH))
    await inscribe(readingOf('mismatch', { key: 'k' }))
    const otherRequest = readingOf('mismatch', { key: 'k', isPublic: true })
    expect(await inscribe(otherRequest)).toMatchObject({ code: 'idempotency_mismatch' })
  })
})
