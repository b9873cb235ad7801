export type RateSubject = 'address' | 'caller' | 'user' | 'tenant' | 'key'

export type WindowText = `${number}${'s' | 'm' | 'h' | 'd'}`

export interface RateDefinition {
  readonly requests: number
  readonly window: WindowText
  readonly by: RateSubject
  /** `requests` (default) counts every request; `accepted` counts only requests that succeed. */
  readonly counts?: 'requests' | 'accepted' | undefined
  /** Operations whose rates name the same pool share a counter. Absent: each operation has a separate counter. */
  readonly pool?: string | undefined
  /**
   * `window` (default) counts in windows of fixed length. `gcra` accepts a burst of `requests`, then one request per
   * `window / requests`, so that no window boundary admits twice as many (ATM Forum TM-4.1, 4.4.2).
   */
  readonly algorithm?: 'window' | 'gcra' | undefined
  /** `x-ratelimit`: responses also have X-RateLimit-Limit, -Remaining and -Reset (spec supporting-services 8). */
  readonly headers?: 'x-ratelimit' | undefined
  /** The error code above the rate, which the operation declares with status 429. Default: `rate_limited`. */
  readonly code?: string | undefined
}

export interface Rate {
  /** The name in `RateLimit-Policy`, such as `address-3-per-1h`. */
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
  readonly by: RateSubject
  readonly counts: 'requests' | 'accepted'
  readonly pool?: string
  readonly algorithm?: 'gcra'
  readonly headers?: 'x-ratelimit'
  readonly code?: string
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const

const pattern = /^([1-9]\d{0,5})([smhd])$/

export const windowSeconds = (text: string): number | undefined => {
  const [, count, unit] = pattern.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * SECONDS[unit as keyof typeof SECONDS]
}

const rateOf = ({ requests, window, by, counts = 'requests', ...others }: RateDefinition): Rate => ({
  name: `${by}-${requests}-per-${window}`,
  requests,
  windowSeconds: windowSeconds(window) ?? 0,
  by,
  counts,
  ...(others.pool === undefined ? {} : { pool: others.pool }),
  ...(others.algorithm === 'gcra' ? { algorithm: others.algorithm } : {}),
  ...(others.headers === undefined ? {} : { headers: others.headers }),
  ...(others.code === undefined ? {} : { code: others.code }),
})

export const ratesOf = (rate: RateDefinition | readonly RateDefinition[] | undefined): readonly Rate[] =>
  rate === undefined ? [] : [rate].flat().map(rateOf)

/** Returns the problems of rate definitions. */
export const rateProblems = (rate: RateDefinition | readonly RateDefinition[] | undefined): readonly string[] =>
  rate === undefined
    ? []
    : [rate]
        .flat()
        .flatMap(({ requests, window }) => [
          ...(Number.isSafeInteger(requests) && requests > 0 ? [] : [`requests must be a whole number above 0`]),
          ...(windowSeconds(window) === undefined
            ? [`window "${window}" must be a time span such as 30s, 5m, 1h or 1d`]
            : []),
        ])
