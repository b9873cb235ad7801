import { keyEnds, personalTenantOf } from '@signet/identity'
import { newUuid, rowTable } from '@signet/kernel'
import { zipKey } from '@signet/erasure'
import { departureAnswerRow, exportRow } from '@signet/erasure/rows'
import { allowanceTable } from '@signet/ledger'
import { grantTable } from '@signet/identity/oauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOut } from '../../../lambdas/accounts/departures/carry-out.ts'
import {
  departureTable,
  organisationDeparture,
  personDeparture,
} from '../../../lambdas/accounts/departures/departure-table.ts'
import { invitationEnds } from '../../../lambdas/accounts/organisations/invitation-ends.ts'
import { organisationTable } from '../../../lambdas/accounts/organisations/organisation-table.ts'
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
 * The worker with services of which those in `answering` answer as soon as they are told; `dies`: the call that ends it
 * once, from `arm` on.
 */
const worker = (dies?: 'publish' | 'endAllOf' | 'end' | 'answered' | 'remove', answering = SERVICES) => {
  let isAlive = false
  const removed: string[] = []
  const died = (call: typeof dies): void => {
    if (!isAlive || call !== dies) return
    isAlive = false
    throw new Error('killed')
  }
  const answers = rowTable(departureAnswerRow, tables())
  const objects = new Set<string>()
  const outbox = {
    steps: () => [],
    publish: async (events: readonly { readonly type: string; readonly data: unknown }[]) => {
      died('publish')
      for (const { type, data } of events) {
        if (!type.includes('departure.due')) continue
        const { departure_id: id } = data as { departure_id: string }
        for (const service of answering)
          await answers.putNew({ id, service }, { service, erased_at: new Date(now).toISOString() })
      }
    },
  }
  const departures = departureTable(tables())
  const grants = grantTable({ ...tables(), newId: newUuid, allowances: allowanceTable(tables()) })
  const deps = { ...tables(), newId: newUuid, outbox: outbox as never, isPaid: async () => false }
  return {
    arm: () => {
      isAlive = true
    },
    departures,
    removed,
    objects,
    organisations: organisationTable(deps),
    run: carryOut({
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
      departures: {
        ...departures,
        answered: async (row) => {
          died('answered')
          return departures.answered(row)
        },
        end: async (row) => {
          died('end')
          await departures.end(row)
        },
      },
      organisations: organisationTable(deps),
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

describe('a departure', () => {
  it.each([undefined, 'publish', 'endAllOf', 'end', 'answered', 'remove'] as const)(
    'whose worker dies at %s is carried out by the next rounds, and leaves no row of the person',
    async (dies) => {
      const user = newUuid()
      const email = `${user}@people.example`
      await accountTable(tables()).ensure({ userId: user, email })
      const { arm, departures, organisations, removed, run } = worker(dies)
      const alone = unrefused(await organisations.create(user, 'Alone')).org_id
      const shared = unrefused(await organisations.create(user, 'Shared')).org_id
      const bob = newUuid()
      await organisations.join({ org: shared, user: bob }, 'member', async () => [])
      const id = personDeparture(user)
      const org = personalTenantOf(user)
      arm()
      await departures.ask({ id, org, user, email, askedBy: user })
      await run()
      expect((await departures.get(id))?.state).toBe('waiting')
      now += 14 * DAY_MS + 1
      for (let round = 0; round < 6; round++) {
        await run()
        now += ROUND_MS + 1
      }
      expect(await departures.get(id)).toMatchObject({ state: 'erased', standing: 'over' })
      expect(JSON.stringify(await departures.get(id))).not.toContain(email)
      for (const pk of [`PERSON#${user}`, `ORG#${org}`, `ORG#${alone}`]) expect(await world.rows(pk)).toEqual([])
      expect((await departures.get(organisationDeparture(alone)))?.state).toBe('erased')
      expect(new Set(removed)).toEqual(new Set([user]))
      // Whoever stays owns what would have no owner.
      expect((await organisations.members(shared)).map(({ user_id, role }) => [user_id, role])).toEqual([
        [bob, 'owner'],
      ])
    },
  )

  it('takes exports along from its first round on, and what a worker was still storing then', async () => {
    const user = newUuid()
    const { departures, objects, run } = worker()
    const id = personDeparture(user)
    const org = personalTenantOf(user)
    await departures.ask({ id, org, user, askedBy: user })
    now += 14 * DAY_MS + 1
    const exports = rowTable(exportRow, tables())
    const at = new Date(now).toISOString()
    const until = new Date(now + DAY_MS).toISOString()
    const times = { asked_at: at, due: until, told_at: at, until }
    await exports.putNew({ user }, { user, org, export_id: 'e', standing: 'open', rounds: 1, ...times })
    objects.add(zipKey({ org, id: 'before' }))
    await run()
    expect([await exports.get({ user }), [...objects], (await departures.get(id))?.state]).toEqual([
      undefined,
      [],
      'erasing',
    ])
    objects.add(zipKey({ org, id: 'e' }))
    for (let round = 0; round < 2; round++) {
      now += ROUND_MS + 1
      await run()
    }
    expect([[...objects], (await departures.get(id))?.state]).toEqual([[], 'erased'])
  })

  it('that is undone in time is not carried out, and cannot be undone later', async () => {
    const user = newUuid()
    const { departures, run } = worker()
    const id = personDeparture(user)
    await departures.ask({ id, org: personalTenantOf(user), user, askedBy: user })
    expect([await departures.undo(id), await departures.undo(id)]).toEqual([true, false])
    await departures.ask({ id, org: personalTenantOf(user), user, askedBy: user })
    now += 14 * DAY_MS + 1
    await run()
    expect(await departures.undo(id)).toBe(false)
  })

  it('of somebody who came back waits for every service again: what was answered the first time counts no more', async () => {
    const user = newUuid()
    const id = personDeparture(user)
    const leave = async (answering: string[]) => {
      const { departures, run } = worker(undefined, answering)
      await departures.ask({ id, org: personalTenantOf(user), user, askedBy: user })
      now += 14 * DAY_MS + 1
      for (let round = 0; round < 4; round++) {
        await run()
        now += ROUND_MS + 1
      }
      return (await departures.get(id))?.state
    }
    expect(await leave(SERVICES)).toBe('erased')
    expect(await leave(['flags'])).toBe('erasing')
    expect(await leave(SERVICES)).toBe('erased')
  })
})
