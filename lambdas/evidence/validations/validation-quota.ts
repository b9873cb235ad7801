import {
  type Clock,
  type Quotas,
  quotaExceeded,
  quotaUseStep,
  type Refusal,
  refusal,
  type WriteStep,
  warningOf,
} from '@signet/kernel'
import { type Notice, type QuotaNotices, quotasOf, type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import type { LibraryKey } from '../library/asset-table.ts'

/** The writes that count a validation, and the notices of quotas that it brings near their limits. */
export interface ValidationCapacity {
  readonly steps: readonly WriteStep[]
  readonly due: readonly Notice[]
}

export type ValidationQuotaRefusal = Refusal<'evidence_validation_quota_exceeded'>

export interface ValidationQuotaDeps {
  readonly quotas: Pick<Quotas, 'read'>
  readonly tierStatusOf: TierStatusOf
  readonly notices: Pick<QuotaNotices, 'due'>
  readonly ceiling: number
  readonly table: string
  readonly now: Clock
}

/**
 * Returns a function that prepares the writes for one validation of the tenant. The writes enforce the limit exactly;
 * the preceding read refuses early.
 */
export const reserveValidation =
  (deps: ValidationQuotaDeps, { org, tenant }: LibraryKey) =>
  async (): Promise<ValidationCapacity | ValidationQuotaRefusal> => {
    const tierStatus = await deps.tierStatusOf(org)
    const scopes = { entitlementScope: org, resourceScope: tenant }
    const counters = quotasOf(scopes, 'evidence_validations', tierStatus, deps.ceiling)
    const counts = await Promise.all(counters.map((quota) => deps.quotas.read(quota)))
    const usedUpQuota = counters.find((_, i) => Number(counts[i]?.used) >= Number(counts[i]?.limit))
    if (usedUpQuota) {
      const sentence = `All ${usedUpQuota.limit} validations of this billing cycle are used up`
      const { extras, headers, message } = quotaExceeded(usedUpQuota, deps.now(), { sentence, upgrade: UPGRADE_PATH })
      return refusal('evidence_validation_quota_exceeded', message, { extras, headers })
    }
    const nearlyUsed = counters.flatMap(({ subject, period, endsAt, meter, limit }, i) => {
      const warning = warningOf({ meter, limit, used: Number(counts[i]?.used) + 1 })
      return warning ? [{ ...warning, subject, period, endsAt }] : []
    })
    return {
      steps: counters.map((quota) => quotaUseStep(deps.table, quota)),
      due: await deps.notices.due(nearlyUsed, org),
    }
  }
