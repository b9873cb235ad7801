import type { Log } from '@signet/kernel'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { workerTable } from '../workers/worker-table.ts'
import { type SweepDeps, sweepTenant } from './sweep-tenant.ts'

async function* allTenants(deps: SweepDeps): AsyncGenerator<string> {
  yield INTERNAL_TENANT
  yield* workerTable(deps).tenants()
}

/** Sweeps every tenant with workers. A failing tenant does not stop the others and is retried an hour later. */
export const sweep = (deps: SweepDeps & { readonly log: Pick<Log, 'error' | 'info'> }) => {
  const sweepOne = sweepTenant(deps)
  return async (): Promise<void> => {
    let swept = 0
    let failed = 0
    for await (const tenant of allTenants(deps)) {
      try {
        await sweepOne(tenant)
        swept++
      } catch (error) {
        failed++
        deps.log.error('worker sweep of a tenant failed', { tenant_id: tenant, error })
      }
    }
    deps.log.info('worker sweep finished', { swept, failed })
    if (failed > 0) throw new Error(`Worker sweep failed for ${failed} of ${swept + failed} tenants`)
  }
}
