export interface ArchiveQuotas {
  /** Bytes of stored and started uploads, at any time. */
  readonly bytes: number
  /** Tokens of texts embedded in a calendar month (UTC). */
  readonly embeddingTokens: number
  /** Questions to the archive and its notebooks in a calendar month (UTC). */
  readonly questions: number
}

const GB = 1_000_000_000

/**
 * Quotas by tier of the platform; the plan Agency has the tier `team`. At list prices (docs/aws.md), the maximum
 * monthly cost of an archive is below the price of its plan. The limits of the stage apply in addition.
 */
export const ARCHIVE_QUOTAS = {
  free: { bytes: 10 * GB, embeddingTokens: 20_000_000, questions: 500 },
  pro: { bytes: 100 * GB, embeddingTokens: 100_000_000, questions: 1_000 },
  team: { bytes: 500 * GB, embeddingTokens: 300_000_000, questions: 2_000 },
} as const satisfies Readonly<Record<string, ArchiveQuotas>>

export type ArchiveTier = keyof typeof ARCHIVE_QUOTAS
