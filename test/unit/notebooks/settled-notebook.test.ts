import { afterAll, beforeAll, expect, it } from 'vitest'
import { notebookTable } from '../../../lambdas/notebooks/notebooks/notebook-table.ts'
import { type SettleDeps, settledNotebook } from '../../../lambdas/notebooks/notebooks/settled-notebook.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

it('a source of a deleted upload keeps the removal date that the first request sets', async () => {
  const clock = { at: '2026-05-03T10:00:00.000Z' }
  const table = { db: world.db, table: TABLE, now: () => new Date(clock.at) }
  const notebooks = notebookTable(table)
  const added_at = '2026-01-01T00:00:00.000Z'
  await notebooks.create({
    workspace: 'w',
    notebook: 'n',
    title: 't',
    description: '',
    instructions: '',
    metadata: {},
    version: 1,
    revision: 1,
    source_set_hash: '',
    created_at: added_at,
    updated_at: added_at,
    sources: [{ source: 's', upload: 'gone', version: 1, content_hash: 'h', conversations: 2, added_at }],
  })
  const deps: SettleDeps = {
    notebooks,
    imports: { get: async () => undefined },
    contents: { read: () => Promise.reject(new Error('no import to read')) },
    now: table.now,
  }
  const removedAt = async () => (await settledNotebook(deps, 'w', 'n'))?.row.sources[0]?.removed_at
  expect(await removedAt()).toBe('2026-05-03T10:00:00.000Z')
  clock.at = '2026-05-09T10:00:00.000Z'
  expect(await removedAt()).toBe('2026-05-03T10:00:00.000Z')
})
