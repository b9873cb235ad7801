/** What every library is asked: the same flags, the same users, the same four questions. */
export interface Asked {
  readonly boolean: (user: number) => unknown
  readonly percentage: (user: number) => unknown
  readonly variant: (user: number) => unknown
  readonly rules: (user: number) => unknown
  /** In milliseconds, of a library that counts. */
  readonly p99?: () => number | null
}

export type Question = Exclude<keyof Asked, 'p99'>
export const QUESTIONS: readonly Question[] = ['boolean', 'percentage', 'variant', 'rules']

export const USERS = 1024
export const FLAGS = 100

/** Half of the users are on a plan of the fifth rule; no rule before it matches anybody. */
export const users = Array.from({ length: USERS }, (_, i) => ({
  id: `user-${i}`,
  country: 'FR',
  plan: i % 2 === 0 ? 'pro' : 'free',
}))

export const COUNTRIES = ['DE', 'IT', 'ES', 'PL'] as const
export const PLANS = ['pro', 'team']

/** Keys of the flags beside the four that are asked for. */
export const others = Array.from({ length: FLAGS - QUESTIONS.length }, (_, i) => `other-${i}`)
