import { addMs, Refusal, type RowOf, rowKey, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Notice, QuotaNotices } from '@signet/ledger'
import { checkedRow, validationRow } from '../contract/validation-rows.ts'
import { CACHED_SECONDS } from '../contract/validations.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type PageAsked, tenantPage } from './tenant-page.ts'
import type { ValidationCapacity, ValidationQuotaRefusal } from './validation-quota.ts'

export type ValidationRow = RowOf<typeof validationRow>

export interface ValidationResult {
  readonly id: string
  readonly isCached: boolean
}

interface ValidationWrite {
  readonly validated: ValidationResult | ValidationQuotaRefusal
  readonly sentNotices: readonly Notice[]
}

export const validationTable = ({ notices, ...deps }: TableDeps & { readonly notices: QuotaNotices }) => {
  const rows = rowTable(validationRow, deps)
  const checked = rowTable(checkedRow, deps)
  return {
    /** Validations of the tenant, newest first. */
    page: (key: LibraryKey, pageRequest: PageAsked) =>
      tenantPage(
        {
          tenant: key.tenant,
          page: (options) => rows.page(key, options),
          sk: (id) => rowKey(validationRow, { ...key, id }).sk,
        },
        pageRequest,
      ),
    /** Writes a validation that is counted elsewhere. Returns false if it exists. */
    put: (key: LibraryKey, row: ValidationRow): Promise<boolean> => rows.putNew({ ...key, id: row.id }, row),
    /**
     * Writes the validation, its cache entry and its count, all or nothing, so that an interrupted request is not
     * charged. Of concurrent requests with one digest, only one writes; `room` is called in each attempt.
     */
    async add(
      key: LibraryKey,
      digest: string,
      row: ValidationRow,
      reserve: () => Promise<ValidationCapacity | ValidationQuotaRefusal>,
    ): Promise<ValidationResult | ValidationQuotaRefusal> {
      const until = addMs(new Date(row.createdAt), CACHED_SECONDS * 1000).toISOString()
      const { validated, sentNotices } = await transact<ValidationWrite>(deps, async () => {
        const earlier = await checked.get({ ...key, digest })
        if (earlier) return { result: { validated: { id: earlier.id, isCached: true }, sentNotices: [] } }
        const free = await reserve()
        if (free instanceof Refusal) return { result: { validated: free, sentNotices: [] } }
        const steps = [
          checked.steps.putNew({ ...key, digest }, { id: row.id, until }),
          rows.steps.putNew({ ...key, id: row.id }, row),
          ...free.steps,
          ...notices.steps(free.due),
        ]
        return { steps, result: { validated: { id: row.id, isCached: false }, sentNotices: free.due } }
      })
      await notices.publish(sentNotices)
      return validated
    },
  }
}

export type ValidationTable = ReturnType<typeof validationTable>
