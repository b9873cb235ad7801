import { personalTenantOf, sessionReader } from '@signet/identity'
import { newUuid } from '@signet/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountTable } from '../../../lambdas/accounts/people/account-table.ts'
import { sessionTable } from '../../../lambdas/accounts/people/session-table.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-22T09:00:00Z')

let world: TableWorld
let at = START
let user = ''
const deps = () => ({
  db: world.db,
  table: TABLE,
  now: () => new Date(at),
  pepper: async () => 'pepper',
  newId: newUuid,
})

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())
beforeEach(() => {
  at = START
  user = newUuid()
})

describe('session tokens', () => {
  const begin = async () => {
    const sessions = sessionTable(deps())
    const token = await sessions.mintRelay(user, 'browser')
    const newSession = await sessions.begin(token, 'browser', 'x'.repeat(300))
    if (!newSession) throw new Error('The session was not created')
    return newSession
  }

  it('expire after exactly seven days, for the session reader and in the list', async () => {
    const { token } = await begin()
    const readSession = sessionReader(deps())
    at = START + 7 * DAY_MS - 1
    expect(await readSession(token)).toMatchObject({ user_id: user, org_id: personalTenantOf(user) })
    expect(await sessionTable(deps()).list(user)).toHaveLength(1)
    at = START + 7 * DAY_MS
    expect([await readSession(token), await sessionTable(deps()).list(user)]).toEqual([undefined, []])
  })

  it('never appear in the table, for sessions and one-time tokens', async () => {
    const sessions = sessionTable(deps())
    const relay = await sessions.mintRelay(user, 'browser')
    const { token } = await begin()
    const storedText = JSON.stringify(await world.rows())
    expect([storedText.includes(token), storedText.includes(relay)]).toEqual([false, false])
  })

  it('require an unused one-time token, within a minute and in the browser that started the sign-in', async () => {
    const sessions = sessionTable(deps())
    const token = await sessions.mintRelay(user, 'browser')
    expect(await sessions.begin(token, 'another', undefined)).toBeUndefined()
    expect(await sessions.begin(token, 'browser', undefined)).toBeDefined()
    expect(await sessions.begin(token, 'browser', undefined)).toBeUndefined()
    const lateToken = await sessions.mintRelay(user, 'browser')
    const timelyToken = await sessions.mintRelay(user, 'browser')
    at = START + 59_999
    expect(await sessions.begin(timelyToken, 'browser', undefined)).toBeDefined()
    at = START + 60_000
    expect(await sessions.begin(lateToken, 'browser', undefined)).toBeUndefined()
  })

  it('exist once after twenty concurrent uses of a one-time token', async () => {
    const sessions = sessionTable(deps())
    const token = await sessions.mintRelay(user, 'browser')
    const sessionsBegun = await Promise.all(
      Array.from({ length: 20 }, () => sessions.begin(token, 'browser', undefined)),
    )
    expect(sessionsBegun.filter(Boolean)).toHaveLength(1)
    expect(await sessions.list(user)).toHaveLength(1)
  })

  it("no longer act for an organization after the user's removal, even with many sessions", async () => {
    const sessions = sessionTable(deps())
    for (let i = 0; i < 100; i++) await begin()
    const { session, token } = await begin()
    await sessions.actFor({ userId: user, id: session.id }, 'org-shared', async () => [])
    const readSession = sessionReader(deps())
    expect(await readSession(token)).toMatchObject({ org_id: 'org-shared' })
    await sessions.leaveOrganization(user, 'org-shared')
    expect(await readSession(token)).toMatchObject({ org_id: personalTenantOf(user) })
  })

  it('can only be revoked by their user', async () => {
    const { session, token } = await begin()
    const sessions = sessionTable(deps())
    expect(await sessions.revoke(newUuid(), session.id)).toBe(false)
    expect(await sessionReader(deps())(token)).toBeDefined()
    expect(await sessions.revoke(user, session.id)).toBe(true)
    expect([await sessionReader(deps())(token), await sessions.list(user)]).toEqual([undefined, []])
  })
})

describe('user accounts', () => {
  it('get one personal organization, listed on both sides, under concurrent sign-ins', async () => {
    const accounts = accountTable(deps())
    const profile = { userId: user, email: 'ada@people.example', name: 'Ada' }
    await Promise.all(Array.from({ length: 12 }, () => accounts.ensure(profile)))
    const org = personalTenantOf(user)
    const rows = [...(await world.rows(`PERSON#${user}`)), ...(await world.rows(`ORG#${org}`))]
    const keys = rows.map(({ pk, sk }) => `${pk} ${sk}`).sort()
    expect(keys).toEqual(
      [`ORG#${org} MEMBER#${user}`, `ORG#${org} ORG`, `PERSON#${user} ORG#${org}`, `PERSON#${user} PROFILE`].sort(),
    )
    expect(rows.filter(({ role }) => role !== undefined).map(({ role }) => role)).toEqual(['owner', 'owner'])
  })

  it('keep the name that the user set; the email address follows the authentication service', async () => {
    const accounts = accountTable(deps())
    await accounts.ensure({ userId: user, email: 'old@people.example', name: 'Ada' })
    await accounts.rename(user, 'Countess')
    await accounts.ensure({ userId: user, email: 'new@people.example', name: 'Ada' })
    await accounts.ensure({ userId: user })
    expect(await accounts.get(user)).toMatchObject({ email: 'new@people.example', name: 'Countess' })
    expect(await accounts.rename(newUuid(), 'x')).toBeUndefined()
  })
})
