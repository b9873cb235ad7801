import { grantRow } from '@signet/identity/oauth/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openJobRow } from '../../../lambdas/images/contract/job-rows.ts'
import { exportOf } from '../../../layers/erasure/src/row-plan.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { filesOf, markerOf, NOW, newAccount, recordsIn, rowsOf } from './account-rows.ts'
import { isGeneric, KINDS } from './kinds.ts'
import { WORK } from './service-work.ts'
import { putRows } from './stored-rows.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const newRun = () => ({ deps: { db: world.db, table: TABLE, now: () => NOW }, call: () => undefined })

describe('the export of an account', () => {
  it.each(KINDS)('contains a record of each exported kind and no secret: %s', async (service, all) => {
    // Agents of a user are exported by accounts.
    const kinds = service === 'accounts' ? [...all, grantRow] : all
    const ada = newAccount()
    const bob = newAccount()
    // A snapshot of flags is compressed: test/api/platform/account-export.test.ts exports one.
    const written = kinds.filter((kind) => (isGeneric(kind) || exportOf(kind)) && kind.keys.sk !== 'SNAPSHOT')
    for (const account of [ada, bob]) await putRows(world, rowsOf(written, account))
    const run = newRun()
    const files = await filesOf(run.deps, kinds, ada, WORK[service]?.(run))
    for (const kind of kinds) {
      const { file } = exportOf(kind) ?? {}
      if (file === undefined) continue
      const records = recordsIn(files, file)
      expect([kind.name, JSON.stringify(records).includes(markerOf(kind))]).toEqual([kind.name, true])
    }
    const exportedText = [...files].flatMap(([path, text]) => (path.endsWith('.jsonl') ? [text] : [])).join('')
    expect(exportedText).not.toMatch(/hidden|"ttl"|"[ps]k"|"gsi1/)
    for (const foreign of Object.values(bob)) expect(exportedText).not.toContain(foreign)
  })

  it('contains the credits of a job as a number, and the ordered images', async () => {
    const ada = newAccount()
    await putRows(world, rowsOf([openJobRow], ada))
    const run = newRun()
    const files = await filesOf(run.deps, [openJobRow], ada, WORK.images?.(run))
    expect(recordsIn(files, 'jobs')).toMatchObject([{ credits: 5 }])
    expect([...files.keys()].filter((path) => path.startsWith('images/'))).toHaveLength(2)
  })
})
