import { limitStep, rowTable, type TableDeps, transact } from '@signet/kernel'
import { POLICY_VERSIONS_MAX } from '../contract/policies.ts'
import { policyRow } from '../contract/policy-row.ts'
import { type PolicyReader, type PolicyRow, policyReader } from './policy-reader.ts'

/** `same`: the version exists with this content. `taken`: with other content. `full`: the limit is reached. */
export type PolicyWriteResult =
  | { readonly outcome: 'added' | 'same' }
  | { readonly outcome: 'taken'; readonly sha256: string }
  | { readonly outcome: 'full'; readonly current: number }

/** Policies of organizations. Versions can only be added. */
export interface PolicyTable extends PolicyReader {
  /** Adds a version once. The limit is exact for concurrent requests. */
  add(org: string, row: PolicyRow): Promise<PolicyWriteResult>
}

export const policyTable = (deps: TableDeps): PolicyTable => {
  const rows = rowTable(policyRow, deps)
  const reader = policyReader(deps)
  return {
    ...reader,
    /** Writes the version and its count in one transaction, so an interrupted request uses no capacity. */
    add: (org, row) =>
      transact<PolicyWriteResult>(deps, async () => {
        const earlier = await rows.get({ org, id: row.id, version: row.version })
        if (earlier?.sha256 === row.sha256) return { result: { outcome: 'same' } }
        if (earlier) return { result: { outcome: 'taken', sha256: earlier.sha256 } }
        let current = 0
        const count = async () => (current = (await reader.all(org)).length)
        const additionStep = await limitStep(deps, {
          owner: org,
          list: 'evidence policies',
          max: POLICY_VERSIONS_MAX,
          count,
        })
        if (!additionStep) return { result: { outcome: 'full', current } }
        const versionWrite = rows.steps.putNew({ org, id: row.id, version: row.version }, row)
        return { steps: [versionWrite, additionStep], result: { outcome: 'added' } }
      }),
  }
}
