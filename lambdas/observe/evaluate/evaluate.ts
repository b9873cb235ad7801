import type { Log } from '@signet/kernel'
import pMap from 'p-map'
import { ruleCountTable } from '../rules/rule-count-table.ts'
import { shardsAt } from '../rules/shard.ts'
import { type EvaluateDeps, evaluateTenant } from './evaluate-tenant.ts'

interface Deps extends EvaluateDeps {
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>
}

/** Tenants that are looked at at the same time. */
const AT_ONCE = 8
/** Less than the function's timeout. What is left is looked at by the next run, which begins elsewhere. */
const TIME_MS = 100_000

/** Looks at the rules of every tenant that has any. One that fails holds up no other, and nothing of it changes. */
export const evaluate = (deps: Deps) => {
  const { now, log } = deps
  const look = evaluateTenant(deps)
  return async (): Promise<{ readonly looks: number; readonly failed: number; readonly left: number }> => {
    const sums = { looks: 0, failed: 0, left: 0 }
    const until = now().getTime() + TIME_MS
    const one = async (tenant: string): Promise<void> => {
      if (now().getTime() > until) {
        sums.left++
        return
      }
      try {
        sums.looks += await look(tenant)
      } catch (error) {
        sums.failed++
        log.error('the rules of a tenant could not be looked at', { tenant_id: tenant, error })
      }
    }
    for (const shard of shardsAt(now())) {
      const tenants: string[] = []
      for await (const tenant of ruleCountTable(deps).tenants(shard)) tenants.push(tenant)
      await pMap(tenants, one, { concurrency: AT_ONCE })
    }
    if (sums.left > 0) log.warn('rules are left for the next minute', sums)
    log.info('rules were looked at', sums)
    if (sums.failed > 0) throw new Error(`The rules of ${sums.failed} tenants were not looked at`)
    return sums
  }
}
