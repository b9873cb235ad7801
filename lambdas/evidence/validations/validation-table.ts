import { addMs, Refusal, type RowOf, rowKey, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Notice, QuotaNotices } from '@signet/ledger'
import { cachedValidationRow, validationRow } from '../contract/validation-rows.ts'
import { CACHED_SECONDS } from '../contract/validations.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import { type PageRequest, tenantPage } from './tenant-page.ts'
import type { ValidationCapacity, ValidationQuotaRefusal } from './validation-quota.ts'

export type ValidationRow = RowOf<typeof validationRow>

export interface ValidationResult {
  readonly id: string
  readonly isCached: boolean
}

interface ValidationWrite {
  readonly outcome: ValidationResult | ValidationQuotaRefusal
  readonly sentNotices: readonly Notice[]
}

export const validationTable = ({ notices, ...deps }: TableDeps & { readonly notices: QuotaNotices }) => {
  const rows = rowTable(validationRow, deps)
  const cacheRows = rowTable(cachedValidationRow, deps)
  return {
    /** Validations of the tenant, newest first. */
    page: (key: LibraryKey, pageRequest: PageRequest) =>
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
     * charged. Of concurrent requests with one digest, only one writes. `reserve` is called for each attempt.
     */
    async add(
      key: LibraryKey,
      digest: string,
      row: ValidationRow,
      reserve: () => Promise<ValidationCapacity | ValidationQuotaRefusal>,
    ): Promise<ValidationResult | ValidationQuotaRefusal> {
      const until = addMs(new Date(row.createdAt), CACHED_SECONDS * 1000).toISOString()
      const { outcome, sentNotices } = await transact<ValidationWrite>(deps, async () => {
        const earlier = await cacheRows.get({ ...key, digest })
        if (earlier) return { result: { outcome: { id: earlier.id, isCached: true }, sentNotices: [] } }
        const capacity = await reserve()
        if (capacity instanceof Refusal) return { result: { outcome: capacity, sentNotices: [] } }
        const steps = [
          cacheRows.steps.putNew({ ...key, digest }, { id: row.id, until }),
          rows.steps.putNew({ ...key, id: row.id }, row),
          ...capacity.steps,
          ...notices.steps(capacity.due),
        ]
        return { steps, result: { outcome: { id: row.id, isCached: false }, sentNotices: capacity.due } }
      })
      await notices.publish(sentNotices)
      return outcome
    },
  }
}

export type ValidationTable = ReturnType<typeof validationTable>
