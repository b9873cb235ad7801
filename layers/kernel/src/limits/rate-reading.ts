import type { Endpoint, Rate } from '@signet/contracts'
import { type Refusal, refusal } from '@signet/contracts/http'

export interface RateState {
  readonly rate: Rate
  readonly left: number
  readonly resetSeconds: number
}

const xHeadersOf = ({ rate, left, resetSeconds }: RateState, seconds: number): Record<string, string> => ({
  'x-ratelimit-limit': String(rate.requests),
  'x-ratelimit-remaining': String(left),
  'x-ratelimit-reset': String(seconds + resetSeconds),
})

export const uncountedHeaders = (rate: Rate, now: Date): Record<string, string> => {
  const seconds = Math.floor(now.getTime() / 1000)
  const resetSeconds = rate.windowSeconds - (seconds % rate.windowSeconds)
  return xHeadersOf({ rate, left: rate.requests, resetSeconds }, seconds)
}

export const visibleRate = ({ rates }: Pick<Endpoint, 'rates'>): Rate | undefined =>
  rates.find(({ headers }) => headers === 'x-ratelimit')

const xHeaders = (readings: readonly RateState[], seconds: number): Record<string, string> => {
  const [first, ...others] = readings.filter(({ rate }) => rate.headers === 'x-ratelimit')
  if (first === undefined) return {}
  const partLeft = ({ rate, left }: RateState) => left / rate.requests
  return xHeadersOf(
    others.reduce((a, b) => (partLeft(b) < partLeft(a) ? b : a), first),
    seconds,
  )
}

/** Returns the state of the counters: as draft-ietf-httpapi-ratelimit-headers, and as the headers that a rate names. */
export const headersOf = (readings: readonly RateState[], seconds: number): Record<string, string> => ({
  ...xHeaders(readings, seconds),
  'ratelimit-policy': readings
    .map(({ rate }) => `"${rate.name}";q=${rate.requests};w=${rate.windowSeconds}`)
    .join(', '),
  ratelimit: readings.map(({ rate, left, resetSeconds }) => `"${rate.name}";r=${left};t=${resetSeconds}`).join(', '),
})

const wait = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}

export const tooMany = (reading: RateState, seconds: number): Refusal<string> => {
  const { requests, by, code = 'rate_limited' } = reading.rate
  const window = wait(reading.rate.windowSeconds)
  const whose = by === 'address' ? 'from your address' : `by this ${by}`
  return refusal(
    code,
    `At most ${requests} requests ${whose} in ${window}; try again in ${wait(reading.resetSeconds)}`,
    { headers: { ...headersOf([reading], seconds), 'retry-after': String(reading.resetSeconds) } },
  )
}
