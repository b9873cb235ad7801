import { rowTable } from '@signet/kernel'
import { spendableOf } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantRow } from '../../../layers/identity/src/oauth/grant-row.ts'
import { agentRequest, newGranter, oauthOver } from '../../support/oauth-world.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Creates grants of one user, each for another client and used a minute after the previous grant. */
const createGrants = async (count: number) => {
  const granter = newGranter()
  const { requests, approve } = oauthOver(world, now)
  for (let i = 0; i < count; i++) {
    at += 60_000
    await approve(await requests.store(agentRequest({ client_id: `client-${i}` })), granter, { budget: 10 })
  }
  return granter
}

describe('grants of one user', () => {
  it('appear by last use, without revoked grants; grants beyond the list limit can be found and revoked', async () => {
    const { userId } = await createGrants(104)
    const { grants } = oauthOver(world, now)
    const listedGrants = await grants.list(userId)
    const clients = (from: number, to: number) => Array.from({ length: from - to }, (_, i) => `client-${from - i - 1}`)
    expect(listedGrants.map(({ grant }) => grant.client_id)).toEqual(clients(104, 4))

    const rows = await rowTable(grantRow, { db: world.db, table: TABLE, now }).all({ user: userId })
    const oldest = rows.find(({ client_id }) => client_id === 'client-0')
    const foundGrant = await grants.find(userId, String(oldest?.id))
    expect(foundGrant?.client_id).toBe('client-0')
    expect(await grants.revoke({ user: userId, key: String(foundGrant?.key) }, String(foundGrant?.id))).toBe(true)
    expect(await grants.find(userId, String(oldest?.id))).toBeUndefined()
    expect(await grants.find(newGranter().userId, String(listedGrants[0]?.grant.id))).toBeUndefined()

    for (const { grant } of listedGrants.slice(0, 20)) await grants.revoke({ user: userId, key: grant.key }, grant.id)
    expect((await grants.list(userId)).map(({ grant }) => grant.client_id)).toEqual(clients(84, 1))
  })
})

describe('the spendable remainder', () => {
  it('never falls below zero, and is zero once the grant is revoked', () => {
    expect([7, 0, -7, null].map((left) => spendableOf({ left }))).toEqual([7, 0, 0, null])
    expect([7, null].map((left) => spendableOf({ left, revokedAt: '2026-11-22T09:00:00Z' }))).toEqual([0, 0])
  })
})
