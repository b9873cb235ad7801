import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { ruleRow, sloRow } from '../contract/rule-rows.ts'
import type { SloChange } from '../contract/slos.ts'
import { byAge, firstOf, keepFirst, type Naming, type NotKept } from './plan-limit.ts'
import { ruleCountTable } from './rule-count-table.ts'

export type SloRow = Readonly<RowOf<typeof sloRow>>

/** Removed, or the names of rules that look at its burn rate; undefined: there is none. */
type Removal = 'removed' | readonly string[] | undefined

export type SloTable = ReturnType<typeof sloTable>

/** Service level objectives of tenants. */
export const sloTable = (deps: TableDeps) => {
  const rules = rowTable(ruleRow, deps)
  const slos = rowTable(sloRow, deps)
  const counts = ruleCountTable(deps)
  return {
    /** The oldest first. */
    all: async (tenant: string): Promise<readonly SloRow[]> => byAge(await slos.all({ tenant })),
    get: (tenant: string, id: string): Promise<SloRow | undefined> => slos.get({ tenant, id }),

    add(naming: Naming, members: SloChange): Promise<SloRow | NotKept> {
      const { tenant, limit } = naming
      const row = { ...firstOf(naming, deps.now()), ...members }
      const count = counts.step(tenant, { of: 'slos', by: 1, limit })
      return keepFirst(deps, row, { kept: slos.steps.putNew({ tenant, id: row.id }, row), count, check: undefined })
    },

    /** The objective after the change; undefined: there is none. */
    change: (tenant: string, id: string, members: SloChange): Promise<SloRow | undefined> =>
      transact<SloRow | undefined>(deps, async () => {
        const before = await slos.get({ tenant, id })
        if (!before) return { result: undefined }
        const after = { ...before, ...members, version: before.version + 1, updated_at: deps.now().toISOString() }
        return { steps: [slos.steps.replace({ tenant, id }, after, { version: before.version })], result: after }
      }),

    /** Rules that look at its burn rate keep it. */
    remove: (tenant: string, id: string): Promise<Removal> =>
      transact<Removal>(deps, async () => {
        // Read before the rules: one that is written meanwhile makes the write fail.
        const { changes } = await counts.read(tenant)
        const [before, all] = await Promise.all([slos.get({ tenant, id }), rules.all({ tenant })])
        if (!before) return { result: undefined }
        const users = all.filter(({ condition }) => condition.kind === 'burn' && condition.slo_id === id)
        if (users.length > 0) return { result: users.map(({ name }) => name) }
        const kept = slos.steps.remove({ tenant, id }, { version: before.version })
        return { steps: [kept, counts.step(tenant, { of: 'slos', by: -1, changes })], result: 'removed' }
      }),
  }
}
