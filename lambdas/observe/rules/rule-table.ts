import { type RowOf, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { ruleRow, sloRow } from '../contract/rule-rows.ts'
import type { Condition, RuleChange } from '../contract/rules.ts'
import { byAge, firstOf, keepFirst, type Naming, type NotKept } from './plan-limit.ts'
import { ruleCountTable } from './rule-count-table.ts'

export type RuleRow = Readonly<RowOf<typeof ruleRow>>

export type RuleTable = ReturnType<typeof ruleTable>

/** That the objective of a burn rate is there when its rule is written. */
const sloCheck = ({ table }: TableDeps, tenant: string, condition: Condition): WriteStep | undefined =>
  condition.kind === 'burn'
    ? {
        ConditionCheck: {
          TableName: table,
          Key: rowKey(sloRow, { tenant, id: condition.slo_id }),
          ConditionExpression: 'attribute_exists(pk)',
        },
      }
    : undefined

/** Whether incidents of before go on. */
const isSame = (one: RuleChange, other: RuleChange): boolean =>
  one.enabled === other.enabled && JSON.stringify(one.condition) === JSON.stringify(other.condition)

/** A rule after a change. Of another condition it begins anew. */
const changed = (before: RuleRow, members: RuleChange, now: Date): RuleRow => ({
  ...before,
  ...members,
  version: before.version + 1,
  updated_at: now.toISOString(),
  epoch: before.epoch + (isSame(before, members) ? 0 : 1),
})

/** Rules of tenants. */
export const ruleTable = (deps: TableDeps) => {
  const rules = rowTable(ruleRow, deps)
  const counts = ruleCountTable(deps)
  return {
    /** The oldest first. */
    all: async (tenant: string): Promise<readonly RuleRow[]> => byAge(await rules.all({ tenant })),
    get: (tenant: string, id: string): Promise<RuleRow | undefined> => rules.get({ tenant, id }),

    add(naming: Naming, members: RuleChange, base_url: string): Promise<RuleRow | NotKept> {
      const { tenant, limit } = naming
      const row = { ...firstOf(naming, deps.now()), ...members, epoch: 1, base_url }
      const count = counts.step(tenant, { of: 'rules', by: 1, limit })
      const kept = rules.steps.putNew({ tenant, id: row.id }, row)
      return keepFirst(deps, row, { kept, count, check: sloCheck(deps, tenant, row.condition) })
    },

    /** The rule after the change; undefined: there is none. */
    change(tenant: string, id: string, members: RuleChange): Promise<RuleRow | 'no slo' | undefined> {
      const check = sloCheck(deps, tenant, members.condition)
      return transact<RuleRow | 'no slo' | undefined>(deps, async (refused) => {
        if (refused?.conditionFailed(check)) return { result: 'no slo' }
        const before = await rules.get({ tenant, id })
        if (!before) return { result: undefined }
        const after = changed(before, members, deps.now())
        const kept = rules.steps.replace({ tenant, id }, after, { version: before.version })
        const steps = [kept, counts.step(tenant, { of: 'rules', by: 0 }), ...(check ? [check] : [])]
        return { steps, result: after }
      })
    },

    /** False: there is none. */
    remove: (tenant: string, id: string): Promise<boolean> =>
      transact<boolean>(deps, async () => {
        const before = await rules.get({ tenant, id })
        if (!before) return { result: false }
        const kept = rules.steps.remove({ tenant, id }, { version: before.version })
        return { steps: [kept, counts.step(tenant, { of: 'rules', by: -1 })], result: true }
      }),
  }
}
