import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { entitlementChangeRow, entitlementRow } from './entitlement-rows.ts'

export type EntitlementRow = RowOf<typeof entitlementRow>

export type EntitlementChange = Omit<EntitlementRow, 'updated_at'> & { readonly change_id: string }

/** `overtaken`: a newer change is stored and takes precedence. */
export type ChangeOutcome = 'changed' | 'repeated' | 'overtaken'

export interface EntitlementTable {
  /** Returns undefined if the organization never had a change, so its tier is free. */
  read(org: string): Promise<EntitlementRow | undefined>
  /** Records a change. Changes may arrive twice, late and out of order. The newest one counts. */
  change(entitlement: EntitlementChange): Promise<ChangeOutcome>
}

export const entitlementTable = (deps: TableDeps): EntitlementTable => {
  const rows = rowTable(entitlementRow, deps)
  const changes = rowTable(entitlementChangeRow, deps)
  return {
    read: (org) => rows.get({ org }),
    change: ({ change_id, ...entitlement }) => {
      const { org_id: org } = entitlement
      return transact<ChangeOutcome>(deps, async () => {
        if (await changes.get({ org, change: change_id })) return { result: 'repeated' }
        const at = deps.now().toISOString()
        const changeStep = changes.steps.putNew(
          { org, change: change_id },
          { ...entitlement, change_id, recorded_at: at },
        )
        const current = await rows.get({ org })
        if (current && current.as_of >= entitlement.as_of) return { steps: [changeStep], result: 'overtaken' }
        const next = { ...entitlement, updated_at: at }
        const write = current
          ? rows.steps.replace({ org }, next, { as_of: current.as_of })
          : rows.steps.putNew({ org }, next)
        return { steps: [changeStep, write], result: 'changed' }
      })
    },
  }
}
