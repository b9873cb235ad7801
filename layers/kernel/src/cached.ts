import type { Clock } from './clock.ts'

/** Returns the cached value, or reads a new one. `fresh` always reads. */
export type CachedRead<T> = (fresh?: boolean) => Promise<T>

/** Caches the result of `read` for `keepMs` milliseconds. A failure is not cached, so the next caller reads again. */
export const cached = <T>(read: () => Promise<T>, keepMs: number, now: Clock): CachedRead<T> => {
  let entry: { readonly value: Promise<T>; readonly until: number } | undefined
  return (fresh = false) => {
    const nowMs = now().getTime()
    if (!fresh && entry && nowMs < entry.until) return entry.value
    const newEntry = { value: read(), until: nowMs + keepMs }
    entry = newEntry
    newEntry.value.catch(() => {
      if (entry === newEntry) entry = undefined
    })
    return newEntry.value
  }
}
