import type { Clock } from './clock.ts'

/** Reads, or returns the cached value; `fresh` always reads. */
export type CachedRead<T> = (fresh?: boolean) => Promise<T>

/** Caches the result of `read` for `keepMs` milliseconds. A failure is not cached, so the next caller reads again. */
export const cached = <T>(read: () => Promise<T>, keepMs: number, now: Clock): CachedRead<T> => {
  let entry: { readonly value: Promise<T>; readonly until: number } | undefined
  return (fresh = false) => {
    const at = now().getTime()
    if (!fresh && entry && at < entry.until) return entry.value
    const mine = { value: read(), until: at + keepMs }
    entry = mine
    mine.value.catch(() => {
      if (entry === mine) entry = undefined
    })
    return mine.value
  }
}
