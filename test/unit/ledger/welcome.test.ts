import { memberRow, organizationRow, personalAccountCheck, personalTenantOf } from '@signet/identity'
import { newUuid, rowTable } from '@signet/kernel'
import { accountTable } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { brokenInvariants, ledgerState } from './ledger-invariants.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now: () => new Date('2026-11-25T12:00:00Z') })
const accounts = () => accountTable({ ...deps(), isOwnAccount: personalAccountCheck(deps()) })

const organization = async (kind: 'shared' | 'personal', created_by: string): Promise<string> => {
  const org = kind === 'shared' ? newUuid() : personalTenantOf(created_by)
  const row = { org_id: org, kind, created_by, created_at: '2026-11-25T12:00:00Z' }
  await rowTable(organizationRow, deps()).putNew({ org }, row)
  const member = { org_id: org, user_id: created_by, role: 'owner', since: row.created_at } as const
  await rowTable(memberRow, deps()).putNew({ org, user: created_by }, member)
  return org
}

const rowsOf = async (account: string) => (await world.rows()).filter(({ pk }) => pk === `CR#${account}`)

describe('welcome credits', () => {
  it('go once to the own account of each user, and not to organizations that the user creates', async () => {
    const person = newUuid()
    const personalOrg = await organization('personal', person)
    const shared = await Promise.all(Array.from({ length: 25 }, () => organization('shared', person)))
    const openings = [personalOrg, ...shared].flatMap((id) => [id, id, id])
    expect((await accounts().read(String(shared[0]))).welcome).toBe(0)
    await Promise.all(openings.map((id) => accounts().ensureCurrent(id)))
    const welcome = await Promise.all([personalOrg, ...shared].map(async (id) => (await accounts().read(id)).welcome))
    expect(welcome).toEqual([50, ...shared.map(() => 0)])
    for (const id of [personalOrg, ...shared]) expect(brokenInvariants(ledgerState(await rowsOf(id)))).toEqual([])
    expect((await rowsOf(personalOrg)).filter(({ type }) => type === 'welcome')).toHaveLength(1)
    expect(await rowsOf(String(shared[0]))).toHaveLength(1)
  })

  it('go to a user whose personal organization does not exist yet', async () => {
    const own = personalTenantOf(newUuid())
    expect(await accounts().ensureCurrent(own)).toMatchObject({ welcome: 50, issued: 50, base: 50 })
    expect(await accounts().ensureCurrent(own)).toMatchObject({ welcome: 50, issued: 50 })
  })

  it('go to the account once if the opening is killed at any call and repeated', async () => {
    let crashes = 0
    for (const moment of ['before', 'after'] as const) {
      for (let at = 0; ; at++) {
        const crash = crashPoint(at, moment)
        const own = personalTenantOf(newUuid())
        const shared = await organization('shared', newUuid())
        const send: unknown = (command: never) => crash.around(() => world.db.send(command))
        const crashingDeps = { ...deps(), db: { send } as TableWorld['db'] }
        for (const id of [own, shared]) {
          const opening = accountTable({
            ...crashingDeps,
            isOwnAccount: personalAccountCheck(crashingDeps),
          }).ensureCurrent(id)
          await opening.catch((error: Error) => expect(error.name).toBe('Killed'))
          await accounts().ensureCurrent(id)
        }
        expect([(await accounts().read(own)).issued, (await accounts().read(shared)).issued]).toEqual([50, 0])
        if (!crash.hasCrashed) break
        crashes += 1
      }
    }
    expect(crashes).toBeGreaterThanOrEqual(12)
  })
})
