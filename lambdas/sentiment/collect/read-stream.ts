import type { StreamCursor } from '../contract/platform-progress-row.ts'
import { type Mention, type MentionPage, type MentionSource, PlatformFault } from '../platforms/mention.ts'

/** Overlap between cycles, because platforms list mentions with a delay. */
export const OVERLAP_MS = 2 * 60_000

/** Maximum pages of one query per cycle, in case a platform returns empty pages endlessly. */
const PAGES_MAX = 25

export interface StreamLimits {
  /** Maximum number of new mentions. */
  readonly mentions: number
  /** Called before each request with the number of requested mentions. False stops reading. */
  readonly mayRequest: (size: number) => Promise<boolean>
  /** Called after each page with the number of requested mentions and the number on the page. */
  readonly onPage: (size: number, mentionCount: number) => Promise<void>
}

export interface StreamResult {
  readonly mentions: readonly Mention[]
  readonly cursor: StreamCursor
  readonly fetched: number
  readonly truncated: boolean
  readonly fault: PlatformFault | undefined
  /** Number of windows that were skipped, because the platform no longer offers them. */
  readonly lost: number
}

export interface StreamDeps {
  readonly source: MentionSource
  readonly isNew: (mention: Mention) => boolean
  readonly limits: StreamLimits
}

interface Window {
  readonly from: number
  readonly to: number
}

interface StreamBatch {
  readonly mentions: Mention[]
  fetched: number
  pages: number
  fault: PlatformFault | undefined
}

const isWithin =
  ({ from, to }: Window) =>
  ({ at }: Mention): boolean =>
    at >= from && at <= to

const pageOrFault = (response: Promise<MentionPage>): Promise<MentionPage | PlatformFault> =>
  response.catch((error: unknown) => (error instanceof PlatformFault ? error : new PlatformFault('failed')))

/**
 * Reads a window, newest first. Returns the time that it reached; undefined if it reached the start. The next read starts
 * at that time, inclusive, because two pages can contain mentions of the same time.
 */
const readWindow = async (
  { source, isNew, limits }: StreamDeps,
  query: string,
  window: Window,
  collected: StreamBatch,
): Promise<number | undefined> => {
  let next: string | undefined
  let reachedTime = window.to
  for (;;) {
    const capacity = limits.mentions - collected.mentions.length
    const size = Math.max(1, Math.min(source.pageMax, capacity))
    if (capacity <= 0 || collected.pages >= PAGES_MAX || !(await limits.mayRequest(size))) return reachedTime
    collected.pages++
    const page = await pageOrFault(source.page({ query, ...window, size, next }))
    if (page instanceof PlatformFault) {
      collected.fault = page
      return reachedTime
    }
    await limits.onPage(size, page.mentions.length)
    const mentions = page.mentions.filter(isWithin(window))
    collected.fetched += mentions.length
    collected.mentions.push(...mentions.filter(isNew))
    if (page.next === undefined || page.reaches === undefined || page.reaches < window.from) return undefined
    next = page.next
    reachedTime = Math.min(reachedTime, page.reaches)
  }
}

/** Returns the window that an earlier cycle left unread. The part that the platform no longer offers is lost. */
const backlogOf = ({ lo, floor }: StreamCursor, oldest: number): { window?: Window; lost: number } => {
  if (lo === undefined || floor === undefined) return { lost: 0 }
  if (lo < oldest) return { lost: 1 }
  return { window: { from: Math.max(floor, oldest), to: lo }, lost: floor < oldest ? 1 : 0 }
}

/**
 * Reads one cycle of one query: first the unread range between `lo` and `floor`, then new mentions after `hi`. If it
 * stops early, the cursor contains the unread range, so that no mention is skipped.
 */
export const readStream = async (
  deps: StreamDeps,
  query: string,
  { cursor, now, since }: { readonly cursor: StreamCursor | undefined; readonly now: number; readonly since: number },
): Promise<StreamResult> => {
  const collected: StreamBatch = { mentions: [], fetched: 0, pages: 0, fault: undefined }
  const before: StreamCursor = cursor ?? { hi: since }
  const oldest = now - deps.source.windowMs
  const { window, lost } = backlogOf(before, oldest)
  const resultWith = (state: StreamCursor, truncated: boolean, skippedWindows = 0): StreamResult => ({
    mentions: collected.mentions,
    fetched: collected.fetched,
    fault: collected.fault,
    cursor: state,
    truncated,
    lost: lost + skippedWindows,
  })
  if (window) {
    const reachedBacklogTime = await readWindow(deps, query, window, collected)
    if (reachedBacklogTime !== undefined)
      return resultWith({ hi: before.hi, lo: reachedBacklogTime, floor: window.from }, true)
  }
  // After a pause, `since` is later than `hi`: mentions that were published during the pause are skipped.
  const start = Math.max(before.hi - OVERLAP_MS, since)
  const from = Math.max(start, oldest)
  const reachedTime = await readWindow(deps, query, { from, to: now }, collected)
  const skipped = start < oldest ? 1 : 0
  if (reachedTime === undefined) return resultWith({ hi: now }, false, skipped)
  // No page was received, so the next cycle starts at the same time again.
  if (reachedTime === now) return resultWith({ hi: before.hi }, true, skipped)
  return resultWith({ hi: now, lo: reachedTime, floor: from }, true, skipped)
}
