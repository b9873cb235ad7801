import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { type Caller, quotas, refusal } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidRun } from '../../../lambdas/runtime/guard/paid-runs.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const NOW = new Date('2026-11-26T10:00:00.000Z')
const callerOf = (org: string, kind: Caller['kind'] = 'key'): Caller => ({
  kind,
  tenantId: org,
  orgId: org,
  scopes: [],
  rateKey: org,
})

const guardOf = (tier: string) => {
  let id = 0
  const tables = { db: world.db, table: TABLE, now: () => NOW }
  return paidRun({
    tierOf: async () => tier,
    quotas: quotas(tables, '/pricing'),
    now: () => NOW,
    newId: () => `id-${tier}-${id++}`,
  })
}

const usedBy = async (org: string) => {
  const [row] = await world.partition(`USE#${org}`)
  return Number(row?.used ?? 0)
}

describe('what costs a credit on the platform, at the runtime itself', () => {
  it('is refused on the free plan, and not counted', async () => {
    const refused = await guardOf('free')(callerOf('free'), async () => 'done')
    expect(refused).toMatchObject({ code: 'plan_required', extras: { upgrade: '/pricing' } })
    expect(await usedBy('free')).toBe(0)
  })

  it('is done on a paid plan, and counted once it is done', async () => {
    const guard = guardOf('pro')
    expect(await guard(callerOf('pro'), async () => 'done')).toBe('done')
    expect(await guard(callerOf('pro'), async () => refusal('invalid_input', 'no'))).toMatchObject({
      code: 'invalid_input',
    })
    const broken = guard(callerOf('pro'), async () => {
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    expect(await usedBy('pro')).toBe(1)
  })

  it('is refused beyond 2,000 calls a day, for all keys of the organization together', async () => {
    const guard = guardOf('team')
    await guard(callerOf('team'), async () => 'first')
    const [row] = await world.partition('USE#team')
    await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...row, used: 2_000 } }))
    const refused = await guard(callerOf('team'), async () => 'never')
    expect(refused).toMatchObject({ code: 'quota_exceeded', extras: { limit: 2_000 } })
  })

  it('is done for a call of the platform, which was paid there', async () => {
    expect(await guardOf('free')(callerOf('free', 'service'), async () => 'done')).toBe('done')
  })
})
