import type { TableDeps } from '@signet/kernel'
import { usOf } from '../counters/units.ts'
import { ruleTable, sloTable } from '../rules/rule-table.ts'
import type { Worker } from '../workers/worker-list-table.ts'

/**
 * Erases rules and objectives of a removed worker, and rules that look at those. What was created after the removal is
 * for a worker that is yet to come back. Incidents that are under way are ended by the next look.
 */
export const eraseRulesOf = async (deps: TableDeps, tenant: string, { name, floor }: Worker): Promise<void> => {
  const rules = ruleTable(deps)
  const slos = sloTable(deps)
  const isBefore = ({ created_at }: { readonly created_at: string }) => usOf(Date.parse(created_at)) < floor
  const objectives = (await slos.all(tenant)).filter((slo) => slo.worker === name && isBefore(slo))
  const ids = new Set(objectives.map(({ id }) => id))
  for (const rule of await rules.all(tenant)) {
    const { condition } = rule
    const isOf = condition.kind === 'burn' ? ids.has(condition.slo_id) : condition.worker === name && isBefore(rule)
    if (isOf) await rules.remove(tenant, rule.id)
  }
  for (const { id } of objectives) await slos.remove(tenant, id)
}
