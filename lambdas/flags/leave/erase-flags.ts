import { flagUseItemKey, versionItemKey } from '@signet/flags/dynamodb'
import { eraseRows, pagesOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { auditRow } from '../contract/audit-rows.ts'
import { setListRow } from '../contract/rows.ts'

/** Keys of all flags that a set has ever had: each has entries of its own in the log. */
const flagsEver = async (deps: TableDeps, pk: string): Promise<ReadonlySet<string>> => {
  const flags = new Set<string>()
  for await (const entries of pagesOf(deps, { pk, startsWith: 'K#' }))
    for (const { sk } of entries) flags.add(String(sk).split('#')[1] ?? '')
  return flags
}

/** Erases every set of flags of the organisation. The note of an environment goes last, so a repetition finds the rest. */
export const eraseFlags =
  (deps: TableDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    const sets = rowTable(setListRow, deps)
    for (const { environment } of await sets.all({ org })) {
      const set = { org, environment }
      const { pk: audit } = rowKey(auditRow, { ...set, sequence: '0' })
      for (const flag of await flagsEver(deps, audit)) await eraseRows(deps, { pk: flagUseItemKey(set, flag, '').pk })
      await eraseRows(deps, { pk: versionItemKey(set).pk })
      await eraseRows(deps, { pk: audit })
      await sets.remove({ org, environment })
    }
    return 'done'
  }
