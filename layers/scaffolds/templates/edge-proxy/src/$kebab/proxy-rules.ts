/** A rule for a path. The first matching rule decides; a path without one returns 404. */
export interface ProxyRule {
  readonly prefix: string
  readonly methods: readonly string[]
  /** Requests per minute and caller. */
  readonly perMinute: number
  /** Seconds that browsers may cache responses to reads, unless the upstream service sets a policy. */
  readonly maxAge: number
}

export const RULES: readonly ProxyRule[] = [
  { prefix: '/v1/$kebabs', methods: ['GET', 'HEAD', 'POST'], perMinute: 60, maxAge: 0 },
  { prefix: '/v1/public', methods: ['GET', 'HEAD'], perMinute: 600, maxAge: 60 },
]

export const ruleFor = (method: string, pathname: string): ProxyRule | undefined =>
  RULES.find(
    ({ prefix, methods }) => methods.includes(method) && (pathname === prefix || pathname.startsWith(`${prefix}/`)),
  )

/** Number of requests of a caller in one minute. */
export interface RequestCount {
  readonly count: number
}

/** Returns the seconds until the next request is allowed, or undefined if the limit is not reached. */
export const waitSeconds = ({ count }: RequestCount, { perMinute }: ProxyRule, nowMs: number): number | undefined =>
  count < perMinute ? undefined : 60 - Math.floor((nowMs % 60_000) / 1_000)
