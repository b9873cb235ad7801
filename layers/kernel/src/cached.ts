import type { Clock } from './clock.ts'

/** Asks, or answers from memory; `fresh` asks in any case. */
export type Cached<T> = (fresh?: boolean) => Promise<T>

/** Keeps the answer of `read` for `keepMs`; one that failed is not remembered, so the next caller asks again. */
export const cached = <T>(read: () => Promise<T>, keepMs: number, now: Clock): Cached<T> => {
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
