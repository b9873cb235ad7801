import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditPage, auditTable } from '../../../../lambdas/flags/audit/audit-table.ts'
import { PAGE_BYTES_MAX } from '../../../../lambdas/flags/audit/page-bytes.ts'
import { planChange } from '../../../../lambdas/flags/sets/flag-changes.ts'
import type { FlagSet } from '../../../../layers/flags/src/dynamodb/index.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { CONTEXT, createIn, flagWorkers, newSet, openTable } from './flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const KEY = 'large'

/** Creates a set with a flag of this many bytes, and with this many log entries. */
const setWithLog = async (bytes: number, entries: number): Promise<FlagSet> => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, () => new Date())
  const rules = Array.from({ length: Math.ceil(bytes / 1000) }, (_, i) => ({
    attribute: 'user',
    operator: 'in' as const,
    value: [`${i}`.padEnd(930, 'x')],
    result: true,
  }))
  await createIn(sets, set, { key: KEY, type: 'boolean', rules })
  for (let i = 1; i < entries; i++) {
    const description = `${i}`
    await sets.change(set, CONTEXT, (snapshot) => planChange(snapshot, KEY, { description } as never))
  }
  return set
}

const allPages = async (read: (cursor: string | undefined) => Promise<AuditPage>): Promise<readonly AuditPage[]> => {
  const pages = [await read(undefined)]
  for (let last = pages[0]; last?.nextCursor; last = pages.at(-1)) pages.push(await read(last.nextCursor))
  return pages
}

const sequencesOf = (pages: readonly AuditPage[]): readonly number[] =>
  pages.flatMap(({ entries }) => entries.map(({ sequence }) => sequence))

const descendingFrom = (from: number): readonly number[] => Array.from({ length: from }, (_, i) => from - i)

test('every entry of a 10 KB flag is listed over several pages, beyond the page size of DynamoDB', async () => {
  const ENTRIES = 120
  const set = await setWithLog(10_000, ENTRIES)
  const audit = auditTable({ db: world.db, table: TABLE })
  for (const limit of [100, 50, 7]) {
    expect(sequencesOf(await allPages((cursor) => audit.list(set, limit, cursor)))).toEqual(descendingFrom(ENTRIES))
    expect(sequencesOf(await allPages((cursor) => audit.listOf(set, KEY, limit, cursor)))).toEqual(
      descendingFrom(ENTRIES),
    )
  }
})

test('a page ends before it exceeds the size of a response, and the cursor continues after it', async () => {
  const ENTRIES = 40
  const set = await setWithLog(109_000, ENTRIES)
  const audit = auditTable({ db: world.db, table: TABLE })
  for (const pages of [
    await allPages((cursor) => audit.list(set, 100, cursor)),
    await allPages((cursor) => audit.listOf(set, KEY, 100, cursor)),
  ]) {
    expect(sequencesOf(pages)).toEqual(descendingFrom(ENTRIES))
    expect(pages.length).toBeGreaterThan(1)
    const sizes = pages.map(({ entries }) => JSON.stringify({ body: JSON.stringify(entries) }).length)
    expect(Math.max(...sizes)).toBeLessThan(PAGE_BYTES_MAX + 1000)
  }
})
