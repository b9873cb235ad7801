import type { CycleOutcome } from '../contract/event.ts'

/** A mention from a platform. Its text must not leave the process, except to the scorer. */
export interface Mention {
  readonly id: string
  /** Differs for each edit of a mention. */
  readonly revision: string
  /** Time when the mention was published or last edited, in whole epoch milliseconds. */
  readonly at: number
  readonly text: string
  /** ISO 639-1, if the platform reports it. */
  readonly lang?: string | undefined
  /** 1 to 5 stars; reviews only. */
  readonly rating?: number | undefined
  readonly authorFollowers: number
  readonly counts: {
    readonly likes: number
    readonly replies: number
    readonly reposts: number
    readonly quotes: number
  }
}

/** The requested part of a stream. Both ends are inclusive, in epoch milliseconds. */
export interface PageRequest {
  readonly query: string
  readonly from: number
  readonly to: number
  /** Requested number of mentions. A platform can return more. */
  readonly size: number
  readonly next?: string | undefined
}

/** A page, newest first. */
export interface MentionPage {
  readonly mentions: readonly Mention[]
  /** Upper bound of the time of mentions on later pages; absent on the last page. */
  readonly reaches?: number
  readonly next?: string
}

export interface MentionSource {
  readonly name: string
  readonly pageMax: number
  /** Price per mention read, in millionths of a dollar. */
  readonly costPerMention: number
  /** True if ids identify the author. Such ids are always hashed, whatever the monitor's settings. */
  readonly idsIdentifyAuthors: boolean
  /** How far back the platform returns mentions, in milliseconds. */
  readonly windowMs: number
  /** @throws PlatformFault only */
  page(request: PageRequest): Promise<MentionPage>
}

/**
 * Failure of a platform. The error contains no part of the response, because a response can contain texts of mentions.
 */
export class PlatformFault extends Error {
  override readonly name = 'PlatformFault'
  readonly outcome: Exclude<CycleOutcome, 'done' | 'truncated' | 'budget_spent'>
  /** Time in epoch milliseconds before which the platform must not be read. */
  readonly waitUntil: number | undefined
  constructor(outcome: PlatformFault['outcome'], waitUntil?: number) {
    super(outcome)
    this.outcome = outcome
    this.waitUntil = waitUntil
  }
}

export const NO_COUNTS = { likes: 0, replies: 0, reposts: 0, quotes: 0 } as const
