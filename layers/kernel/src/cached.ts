import type { Clock } from './clock.ts'

/** Reads, or returns the cached value; `fresh` always reads. */
export type CachedRead<T> = (fresh?: boolean) => Promise<T>

/** Caches the result of `read` for `keepMs` milliseconds. A failure is not cached, so the next caller reads again. */
export const cached = <T>(read: () => Promise<T>, keepMs: number, now: Clock): CachedRead<T> => {
  let held: { readonly value: Promise<T>; readonly until: number } | undefined
  return (fresh = false) => {
    const at = now().getTime()
    if (!fresh && held && at < held.until) return held.value
    const mine = { value: read(), until: at + keepMs }
    held = mine
    mine.value.catch(() => {
      if (held === mine) held = undefined
    })
    return mine.value
  }
}
