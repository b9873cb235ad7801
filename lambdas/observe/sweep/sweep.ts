import type { Log } from '@signet/kernel'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { workerTable } from '../workers/worker-table.ts'
import { type SweepDeps, sweepTenant } from './sweep-tenant.ts'

async function* everybody(deps: SweepDeps): AsyncGenerator<string> {
  yield INTERNAL_TENANT
  yield* workerTable(deps).tenants()
}

/** Looks after every tenant with workers. One that fails does not hold up the others, and is looked after an hour later. */
export const sweep = (deps: SweepDeps & { readonly log: Pick<Log, 'error' | 'info'> }) => {
  const run = sweepTenant(deps)
  return async (): Promise<void> => {
    let swept = 0
    let failed = 0
    for await (const tenant of everybody(deps)) {
      try {
        await run(tenant)
        swept++
      } catch (error) {
        failed++
        deps.log.error('the workers of a tenant could not be looked after', { tenant_id: tenant, error })
      }
    }
    deps.log.info('workers were looked after', { swept, failed })
    if (failed > 0) throw new Error(`${failed} of ${swept + failed} tenants were not looked after`)
  }
}
