/** A rule for a path. The first match decides; a path without a match returns 404. */
export interface ProxyRule {
  readonly prefix: string
  readonly methods: readonly string[]
  /** Requests a minute of one caller. */
  readonly perMinute: number
  /** Seconds that an answer may be kept by browsers, of reads that have no rule of their own. */
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

/** How many requests of a minute are used, as one row has it. */
export interface Used {
  readonly count: number
}

/** Seconds until the caller may ask again, or undefined when there is room. */
export const waitSeconds = ({ count }: Used, { perMinute }: ProxyRule, nowMs: number): number | undefined =>
  count < perMinute ? undefined : 60 - Math.floor((nowMs % 60_000) / 1_000)
