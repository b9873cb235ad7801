import { durationOf } from '@signet/ui/time-words'

/** Formats the duration of a span: `85 µs`, `1.4 ms`, `850 ms`, `4.2 s`. @param ms milliseconds */
export const spanTime = (ms: number): string => {
  if (ms > 0 && ms < 1) return `${Math.max(1, Math.round(ms * 1_000))} µs`
  return ms < 10 && !Number.isInteger(ms) ? `${ms.toFixed(1)} ms` : durationOf(ms)
}

/** Formats a share as a percentage, with enough digits to distinguish it from 0% and 100%. @param share 0 to 1 */
export const percentOf = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: share > 0.99 || share < 0.01 ? 3 : 1 })}%`

/** Formats a UTC time with milliseconds, as in logs: `13:05:09.120`. */
export const clockOf = (timestamp: string): string => new Date(timestamp).toISOString().slice(11, 23)

/** Returns the microseconds since 1970 of a timestamp with up to six decimals. */
export const microsOf = (timestamp: string): number => {
  const [, microDigits = ''] = /\.\d{3}(\d{1,3})Z$/.exec(timestamp) ?? []
  return Date.parse(timestamp) * 1_000 + Number(microDigits.padEnd(3, '0'))
}
