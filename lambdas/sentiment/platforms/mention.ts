import type { CycleOutcome } from '../contract/event.ts'

/** A mention as a platform gives it. Its text is nobody's but the platform's: it goes no further than the scorer. */
export interface Mention {
  /** As the platform has it. */
  readonly id: string
  /** Another for each edit. */
  readonly revision: string
  /** When it appeared or was last edited, in epoch milliseconds; whole. */
  readonly at: number
  readonly text: string
  /** ISO 639-1, where the platform says. */
  readonly lang?: string | undefined
  /** 1 to 5 stars, of reviews. */
  readonly rating?: number | undefined
  readonly authorFollowers: number
  readonly counts: {
    readonly likes: number
    readonly replies: number
    readonly reposts: number
    readonly quotes: number
  }
}

/** What of a stream is wanted: both ends belong to it, in epoch milliseconds. */
export interface PageRequest {
  readonly query: string
  readonly from: number
  readonly to: number
  /** At most so many mentions; a platform may give more. */
  readonly size: number
  /** `next` of the page before. */
  readonly next?: string | undefined
}

/** A page, newest first. */
export interface MentionPage {
  readonly mentions: readonly Mention[]
  /** What later pages hold has appeared then or before; absent: this is the last. */
  readonly reaches?: number
  readonly next?: string
}

/** A platform, as one monitor may ask it. */
export interface MentionSource {
  /** The name that events carry. */
  readonly name: string
  /** Most mentions that a page can have. */
  readonly pageMax: number
  /** What a mention costs that is read, in millionths of a dollar. */
  readonly costPerMention: number
  /** Whether ids say who wrote: then they are hashed whatever the monitor says. */
  readonly idsNameAuthors: boolean
  /** How far back the platform gives anything, in milliseconds. */
  readonly windowMs: number
  /** @throws PlatformFault, and nothing else. */
  page(request: PageRequest): Promise<MentionPage>
}

/** Why a platform gave nothing. No message and no cause: an answer may hold what people wrote. */
export class PlatformFault extends Error {
  override readonly name = 'PlatformFault'
  readonly outcome: Exclude<CycleOutcome, 'done' | 'truncated' | 'budget_spent'>
  /** Epoch milliseconds; the platform is not asked before. */
  readonly waitUntil: number | undefined
  constructor(outcome: PlatformFault['outcome'], waitUntil?: number) {
    super(outcome)
    this.outcome = outcome
    this.waitUntil = waitUntil
  }
}

export const NO_COUNTS = { likes: 0, replies: 0, reposts: 0, quotes: 0 } as const
