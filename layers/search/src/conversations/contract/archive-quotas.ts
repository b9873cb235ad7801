export interface ArchiveQuotas {
  /** Bytes of its uploads, stored and begun, at any time. */
  readonly bytes: number
  /** Tokens of its texts that are embedded in a calendar month of UTC. */
  readonly embeddingTokens: number
  /** Questions to the archive and to its notebooks in a calendar month of UTC. */
  readonly questions: number
}

const GB = 1_000_000_000

/**
 * Quotas by the tiers of the platform; the plan Agency is of the tier `team`. At list prices (docs/aws.md) the most that
 * an archive can cost in a month stays below the price of its plan; for a free one it is bounded by the ceilings of the
 * stage, too.
 */
export const ARCHIVE_QUOTAS = {
  free: { bytes: 10 * GB, embeddingTokens: 20_000_000, questions: 500 },
  pro: { bytes: 100 * GB, embeddingTokens: 100_000_000, questions: 1_000 },
  team: { bytes: 500 * GB, embeddingTokens: 300_000_000, questions: 2_000 },
} as const satisfies Readonly<Record<string, ArchiveQuotas>>

export type ArchiveTier = keyof typeof ARCHIVE_QUOTAS
