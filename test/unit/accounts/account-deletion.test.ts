import { zipKey } from '@signet/erasure'
import { erasureAnswerRow, exportRow } from '@signet/erasure/rows'
import { keyRevocation, personalTenantOf } from '@signet/identity'
import { grantTable } from '@signet/identity/oauth'
import { newUuid, rowTable } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutErasures } from '../../../lambdas/accounts/erasure/carry-out-erasures.ts'
import { erasureTable, organizationErasure, personErasure } from '../../../lambdas/accounts/erasure/erasure-table.ts'
import { invitationWithdrawal } from '../../../lambdas/accounts/organizations/invitation-withdrawal.ts'
import { organizationTable } from '../../../lambdas/accounts/organizations/organization-table.ts'
import { accountTable } from '../../../lambdas/accounts/people/account-table.ts'
import { sessionRevocation } from '../../../lambdas/accounts/people/session-revocation.ts'
import { requireUnrefused } from '../../support/granted.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const DAY_MS = 86_400_000
const ROUND_MS = 15 * 60_000

let world: TableWorld
let now = Date.parse('2026-11-22T09:00:00Z')

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tables = () => ({ db: world.db, table: TABLE, now: () => new Date(now) })
const log = { info: () => {}, warn: () => {}, error: () => {}, with: () => log } as never

const SERVICES = ['flags', 'archive']

/**
 * A worker with services, of which those in `respondingServices` answer every event. `crashPoint`: the call that crashes
 * once, after `arm`.
 */
const worker = (
  crashPoint?: 'publish' | 'revokeGrants' | 'end' | 'answered' | 'remove',
  respondingServices = SERVICES,
) => {
  let isArmed = false
  const removedSubjects: string[] = []
  const crashAt = (call: typeof crashPoint): void => {
    if (!isArmed || call !== crashPoint) return
    isArmed = false
    throw new Error('killed')
  }
  const answers = rowTable(erasureAnswerRow, tables())
  const objects = new Set<string>()
  const outbox = {
    steps: () => [],
    publish: async (events: readonly { readonly type: string; readonly data: unknown }[]) => {
      crashAt('publish')
      for (const { type, data } of events) {
        if (!type.includes('account-erasure.due')) continue
        const { erasure_id: id } = data as { erasure_id: string }
        for (const service of respondingServices)
          await answers.putNew({ id, service }, { service, erased_at: new Date(now).toISOString() })
      }
    },
  }
  const erasures = erasureTable(tables())
  const grants = grantTable({ ...tables(), newId: newUuid, allowances: allowanceTable(tables()) })
  const deps = { ...tables(), newId: newUuid, outbox: outbox as never, isPaid: async () => false }
  return {
    arm: () => {
      isArmed = true
    },
    erasures,
    removed: removedSubjects,
    objects,
    organizations: organizationTable(deps),
    run: carryOutErasures({
      ...deps,
      log,
      services: SERVICES,
      pool: {
        remove: async (subject) => {
          crashAt('remove')
          removedSubjects.push(subject)
        },
      },
      exports: {
        list: async (prefix) => [...objects].filter((key) => key.startsWith(prefix)),
        remove: async (keys) => {
          for (const key of keys) objects.delete(key)
        },
      },
      erasures: {
        ...erasures,
        erasedServices: async (row) => {
          crashAt('answered')
          return erasures.erasedServices(row)
        },
        finish: async (row) => {
          crashAt('end')
          await erasures.finish(row)
        },
      },
      organizations: organizationTable(deps),
      invitations: invitationWithdrawal(tables()),
      sessions: sessionRevocation(tables()),
      keys: keyRevocation(tables()),
      grants: {
        revokeAllOf: async (user, org) => {
          crashAt('revokeGrants')
          await grants.revokeAllOf(user, org)
        },
      },
    }),
  }
}

describe('an account erasure', () => {
  it.each([undefined, 'publish', 'revokeGrants', 'end', 'answered', 'remove'] as const)(
    'deletes all rows of the user in the next rounds after a crash at %s',
    async (crashPoint) => {
      const user = newUuid()
      const email = `${user}@people.example`
      await accountTable(tables()).ensure({ userId: user, email })
      const { arm, erasures, organizations, removed, run } = worker(crashPoint)
      const soleOrganization = requireUnrefused(await organizations.create(user, 'Alone')).org_id
      const sharedOrganization = requireUnrefused(await organizations.create(user, 'Shared')).org_id
      const bob = newUuid()
      await organizations.join({ org: sharedOrganization, user: bob }, 'member', async () => [])
      const id = personErasure(user)
      const org = personalTenantOf(user)
      arm()
      await erasures.schedule({ id, org, user, email, askedBy: user })
      await run()
      expect((await erasures.get(id))?.state).toBe('waiting')
      now += 14 * DAY_MS + 1
      for (let round = 0; round < 6; round++) {
        await run()
        now += ROUND_MS + 1
      }
      expect(await erasures.get(id)).toMatchObject({ state: 'erased', standing: 'over' })
      expect(JSON.stringify(await erasures.get(id))).not.toContain(email)
      for (const pk of [`PERSON#${user}`, `ORG#${org}`, `ORG#${soleOrganization}`])
        expect(await world.rows(pk)).toEqual([])
      expect((await erasures.get(organizationErasure(soleOrganization)))?.state).toBe('erased')
      expect(new Set(removed)).toEqual(new Set([user]))
      // The remaining member becomes owner of an organization that would have none.
      expect((await organizations.members(sharedOrganization)).map(({ user_id, role }) => [user_id, role])).toEqual([
        [bob, 'owner'],
      ])
    },
  )

  it('removes exports in its first round, and later the parts that a worker was still storing', async () => {
    const user = newUuid()
    const { erasures, objects, run } = worker()
    const id = personErasure(user)
    const org = personalTenantOf(user)
    await erasures.schedule({ id, org, user, askedBy: user })
    now += 14 * DAY_MS + 1
    const exports = rowTable(exportRow, tables())
    const started = new Date(now).toISOString()
    const until = new Date(now + DAY_MS).toISOString()
    const times = { asked_at: started, due: until, told_at: started, until }
    await exports.putNew({ user }, { user, org, export_id: 'e', standing: 'open', rounds: 1, ...times })
    objects.add(zipKey({ org, id: 'before' }))
    await run()
    expect([await exports.get({ user }), [...objects], (await erasures.get(id))?.state]).toEqual([
      undefined,
      [],
      'erasing',
    ])
    objects.add(zipKey({ org, id: 'e' }))
    for (let round = 0; round < 2; round++) {
      now += ROUND_MS + 1
      await run()
    }
    expect([[...objects], (await erasures.get(id))?.state]).toEqual([[], 'erased'])
  })

  it('does not start if it was canceled in the grace period, and cannot be canceled later', async () => {
    const user = newUuid()
    const { erasures, run } = worker()
    const id = personErasure(user)
    await erasures.schedule({ id, org: personalTenantOf(user), user, askedBy: user })
    expect([await erasures.cancel(id), await erasures.cancel(id)]).toEqual([true, false])
    await erasures.schedule({ id, org: personalTenantOf(user), user, askedBy: user })
    now += 14 * DAY_MS + 1
    await run()
    expect(await erasures.cancel(id)).toBe(false)
  })

  it('waits for every service again if the user signed up again after an earlier deletion', async () => {
    const user = newUuid()
    const id = personErasure(user)
    const deleteAccount = async (respondingServices: string[]) => {
      const { erasures, run } = worker(undefined, respondingServices)
      await erasures.schedule({ id, org: personalTenantOf(user), user, askedBy: user })
      now += 14 * DAY_MS + 1
      for (let round = 0; round < 4; round++) {
        await run()
        now += ROUND_MS + 1
      }
      return (await erasures.get(id))?.state
    }
    expect(await deleteAccount(SERVICES)).toBe('erased')
    expect(await deleteAccount(['flags'])).toBe('erasing')
    expect(await deleteAccount(SERVICES)).toBe('erased')
  })
})
