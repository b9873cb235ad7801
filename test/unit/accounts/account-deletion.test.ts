import { zipKey } from '@signet/erasure'
import { erasureAnswerRow, exportRow } from '@signet/erasure/rows'
import { keyEnds, personalTenantOf } from '@signet/identity'
import { grantTable } from '@signet/identity/oauth'
import { newUuid, rowTable } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutErasures } from '../../../lambdas/accounts/erasure/carry-out-erasures.ts'
import { erasureTable, organizationErasure, personErasure } from '../../../lambdas/accounts/erasure/erasure-table.ts'
import { invitationEnds } from '../../../lambdas/accounts/organizations/invitation-ends.ts'
import { organizationTable } from '../../../lambdas/accounts/organizations/organization-table.ts'
import { accountTable } from '../../../lambdas/accounts/people/account-table.ts'
import { sessionEnds } from '../../../lambdas/accounts/people/session-ends.ts'
import { unrefused } from '../../support/granted.ts'
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
 * A worker with services of which those in `answering` answer every event. `dies`: the call that crashes once, after
 * `arm`.
 */
const worker = (dies?: 'publish' | 'endAllOf' | 'end' | 'answered' | 'remove', answering = SERVICES) => {
  let isAlive = false
  const removed: string[] = []
  const died = (call: typeof dies): void => {
    if (!isAlive || call !== dies) return
    isAlive = false
    throw new Error('killed')
  }
  const answers = rowTable(erasureAnswerRow, tables())
  const objects = new Set<string>()
  const outbox = {
    steps: () => [],
    publish: async (events: readonly { readonly type: string; readonly data: unknown }[]) => {
      died('publish')
      for (const { type, data } of events) {
        if (!type.includes('account-erasure.due')) continue
        const { erasure_id: id } = data as { erasure_id: string }
        for (const service of answering)
          await answers.putNew({ id, service }, { service, erased_at: new Date(now).toISOString() })
      }
    },
  }
  const erasures = erasureTable(tables())
  const grants = grantTable({ ...tables(), newId: newUuid, allowances: allowanceTable(tables()) })
  const deps = { ...tables(), newId: newUuid, outbox: outbox as never, isPaid: async () => false }
  return {
    arm: () => {
      isAlive = true
    },
    erasures,
    removed,
    objects,
    organizations: organizationTable(deps),
    run: carryOutErasures({
      ...deps,
      log,
      services: SERVICES,
      pool: {
        remove: async (subject) => {
          died('remove')
          removed.push(subject)
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
          died('answered')
          return erasures.erasedServices(row)
        },
        end: async (row) => {
          died('end')
          await erasures.end(row)
        },
      },
      organizations: organizationTable(deps),
      invitations: invitationEnds(tables()),
      sessions: sessionEnds(tables()),
      keys: keyEnds(tables()),
      grants: {
        endAllOf: async (user, org) => {
          died('endAllOf')
          await grants.endAllOf(user, org)
        },
      },
    }),
  }
}

describe('an account erasure', () => {
  it.each([undefined, 'publish', 'endAllOf', 'end', 'answered', 'remove'] as const)(
    'finishes in the next rounds after a crash at %s, without rows of the user',
    async (dies) => {
      const user = newUuid()
      const email = `${user}@people.example`
      await accountTable(tables()).ensure({ userId: user, email })
      const { arm, erasures, organizations, removed, run } = worker(dies)
      const alone = unrefused(await organizations.create(user, 'Alone')).org_id
      const shared = unrefused(await organizations.create(user, 'Shared')).org_id
      const bob = newUuid()
      await organizations.join({ org: shared, user: bob }, 'member', async () => [])
      const id = personErasure(user)
      const org = personalTenantOf(user)
      arm()
      await erasures.ask({ id, org, user, email, askedBy: user })
      await run()
      expect((await erasures.get(id))?.state).toBe('waiting')
      now += 14 * DAY_MS + 1
      for (let round = 0; round < 6; round++) {
        await run()
        now += ROUND_MS + 1
      }
      expect(await erasures.get(id)).toMatchObject({ state: 'erased', standing: 'over' })
      expect(JSON.stringify(await erasures.get(id))).not.toContain(email)
      for (const pk of [`PERSON#${user}`, `ORG#${org}`, `ORG#${alone}`]) expect(await world.rows(pk)).toEqual([])
      expect((await erasures.get(organizationErasure(alone)))?.state).toBe('erased')
      expect(new Set(removed)).toEqual(new Set([user]))
      // The remaining member becomes owner of an organization that would have none.
      expect((await organizations.members(shared)).map(({ user_id, role }) => [user_id, role])).toEqual([
        [bob, 'owner'],
      ])
    },
  )

  it('removes exports from its first round on, including parts that a worker was still storing', async () => {
    const user = newUuid()
    const { erasures, objects, run } = worker()
    const id = personErasure(user)
    const org = personalTenantOf(user)
    await erasures.ask({ id, org, user, askedBy: user })
    now += 14 * DAY_MS + 1
    const exports = rowTable(exportRow, tables())
    const at = new Date(now).toISOString()
    const until = new Date(now + DAY_MS).toISOString()
    const times = { asked_at: at, due: until, told_at: at, until }
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

  it('does not run if it was canceled in time, and cannot be canceled later', async () => {
    const user = newUuid()
    const { erasures, run } = worker()
    const id = personErasure(user)
    await erasures.ask({ id, org: personalTenantOf(user), user, askedBy: user })
    expect([await erasures.undo(id), await erasures.undo(id)]).toEqual([true, false])
    await erasures.ask({ id, org: personalTenantOf(user), user, askedBy: user })
    now += 14 * DAY_MS + 1
    await run()
    expect(await erasures.undo(id)).toBe(false)
  })

  it('waits for every service again if the user signed up again after an earlier deletion', async () => {
    const user = newUuid()
    const id = personErasure(user)
    const leave = async (answering: string[]) => {
      const { erasures, run } = worker(undefined, answering)
      await erasures.ask({ id, org: personalTenantOf(user), user, askedBy: user })
      now += 14 * DAY_MS + 1
      for (let round = 0; round < 4; round++) {
        await run()
        now += ROUND_MS + 1
      }
      return (await erasures.get(id))?.state
    }
    expect(await leave(SERVICES)).toBe('erased')
    expect(await leave(['flags'])).toBe('erasing')
    expect(await leave(SERVICES)).toBe('erased')
  })
})
