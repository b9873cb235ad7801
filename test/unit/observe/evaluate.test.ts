import { afterAll, beforeAll, expect, it } from 'vitest'
import { evaluateRules } from '../../../lambdas/observe/evaluate/evaluate-rules.ts'
import { silentLog } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { NOW, observeOver } from './observe-world.ts'
import { alertsOf, createEntry, MEMBERS, ruleOf, sendTraces } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

it('evaluates the rules of every tenant in the index, and a failing tenant does not stop the others', async () => {
  const observe = observeOver(world)
  const tenants = Array.from({ length: 20 }, (_, i) => `tenant ${i}`)
  for (const tenant of tenants) {
    await createEntry(observe, tenant, ruleOf('errors'))
    await sendTraces(observe, tenant, NOW, { bad: 5 })
  }
  await sendTraces(observe, 'without rules', NOW, { bad: 5 })
  const { tables, deps } = observe
  const tierOf = async (org: string) => {
    if (org === 'tenant 7-org') throw new Error('The table is unavailable')
    return 'pro' as const
  }
  const run = evaluateRules({
    ...tables,
    counters: deps.counters,
    caps: deps.caps,
    alerts: deps.alerts,
    tierOf,
    log: silentLog,
    members: { all: async () => MEMBERS },
  })
  await expect(run()).rejects.toThrow('Rule evaluation failed, tenants: 1')
  for (const tenant of [...tenants, 'without rules']) {
    const isEvaluated = tenant !== 'tenant 7' && tenant !== 'without rules'
    expect([tenant, (await alertsOf(observe, tenant)).length]).toEqual([tenant, isEvaluated ? 1 : 0])
  }
})
