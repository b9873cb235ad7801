import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { type Caller, quotas, refusal } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidRunGuard } from '../../../lambdas/runtime/guard/paid-runs.ts'
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
  return paidRunGuard({
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

describe('paid work at the runtime', () => {
  it('returns plan_required on the Free plan and counts nothing', async () => {
    const refused = await guardOf('free')(callerOf('free'), async () => 'done')
    expect(refused).toMatchObject({ code: 'plan_required', extras: { upgrade: '/pricing' } })
    expect(await usedBy('free')).toBe(0)
  })

  it('runs work on a paid plan and counts it only after success', async () => {
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

  it('refuses the 2,001st run of an organization on one day', async () => {
    const guard = guardOf('team')
    await guard(callerOf('team'), async () => 'first')
    const [row] = await world.partition('USE#team')
    await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...row, used: 2_000 } }))
    const refused = await guard(callerOf('team'), async () => 'never')
    expect(refused).toMatchObject({ code: 'quota_exceeded', extras: { limit: 2_000 } })
  })

  it('runs work for sibling services on any plan', async () => {
    expect(await guardOf('free')(callerOf('free', 'service'), async () => 'done')).toBe('done')
  })
})
