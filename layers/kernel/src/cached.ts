import type { Clock } from './clock.ts'

/** Reads, or answers from memory; `fresh` always reads. */
export type CachedRead<T> = (fresh?: boolean) => Promise<T>

/** Keeps the result of `read` for `keepMs`. A failure is not remembered, so the next caller reads again. */
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
