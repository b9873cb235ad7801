import type { Endpoint, Rate } from '@signet/contracts'
import { type Refusal, refusal } from '@signet/contracts/http'

export interface RateState {
  readonly rate: Rate
  readonly remaining: number
  readonly resetSeconds: number
}

const xHeadersOf = ({ rate, remaining, resetSeconds }: RateState, nowSeconds: number): Record<string, string> => ({
  'x-ratelimit-limit': String(rate.requests),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(nowSeconds + resetSeconds),
})

/** Returns the headers of a response to a request that was not counted: the whole rate remains. */
export const uncountedHeaders = (rate: Rate, now: Date): Record<string, string> => {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const resetSeconds = rate.windowSeconds - (nowSeconds % rate.windowSeconds)
  return xHeadersOf({ rate, remaining: rate.requests, resetSeconds }, nowSeconds)
}

/** Returns the rate whose state every response of an API shows. */
export const visibleRate = ({ rates }: Pick<Endpoint, 'rates'>): Rate | undefined =>
  rates.find(({ headers }) => headers === 'x-ratelimit')

const xHeaders = (readings: readonly RateState[], nowSeconds: number): Record<string, string> => {
  const [first, ...otherReadings] = readings.filter(({ rate }) => rate.headers === 'x-ratelimit')
  if (first === undefined) return {}
  const remainingShare = ({ rate, remaining }: RateState) => remaining / rate.requests
  return xHeadersOf(
    otherReadings.reduce((a, b) => (remainingShare(b) < remainingShare(a) ? b : a), first),
    nowSeconds,
  )
}

/** Returns the state of the counters: as draft-ietf-httpapi-ratelimit-headers, and as the headers that a rate names. */
export const headersOf = (readings: readonly RateState[], nowSeconds: number): Record<string, string> => ({
  ...xHeaders(readings, nowSeconds),
  'ratelimit-policy': readings
    .map(({ rate }) => `"${rate.name}";q=${rate.requests};w=${rate.windowSeconds}`)
    .join(', '),
  ratelimit: readings
    .map(({ rate, remaining, resetSeconds }) => `"${rate.name}";r=${remaining};t=${resetSeconds}`)
    .join(', '),
})

const durationText = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}

export const rateRefusal = (state: RateState, nowSeconds: number): Refusal<string> => {
  const { requests, by, code = 'rate_limited' } = state.rate
  const window = durationText(state.rate.windowSeconds)
  const source = by === 'address' ? 'from your address' : `by this ${by}`
  return refusal(
    code,
    `At most ${requests} requests ${source} in ${window} are allowed. Try again in ${durationText(state.resetSeconds)}`,
    { headers: { ...headersOf([state], nowSeconds), 'retry-after': String(state.resetSeconds) } },
  )
}
