/** Kinds of flags that every library evaluates. */
export const FLAG_KINDS = ['boolean', 'percentage', 'variant', 'rules'] as const
export type FlagKind = (typeof FLAG_KINDS)[number]

/** Flag keys by kind: on, on for half of the users, three variants, five rules of which the last may match. */
export type Keys = Readonly<Record<FlagKind, readonly string[]>>

export interface User {
  readonly id: string
  readonly country: string
  readonly plan: string
  readonly [attribute: string]: string
}

/** The flags and users of one benchmark setting. */
export interface Workload {
  readonly keys: Keys
  readonly users: readonly User[]
}

/** A library with the flags loaded; users are addressed by their index in the list. */
export interface Client {
  readonly isOn: (key: string, user: number) => unknown
  /** Returns the key of the variant (a, b or c), or a promise of it. */
  readonly variantOf: (key: string, user: number) => unknown
  /** Returns the 99th percentile in milliseconds, for a library that measures its latencies. */
  readonly p99?: () => number | null
}

export type Setup = (workload: Workload) => Promise<Client>

export const USERS = 1024
export const COUNTRIES = ['DE', 'IT', 'ES', 'PL'] as const
export const PLANS = ['pro', 'team']

/** Creates users of whom half are on the plan of the fifth rule; no earlier rule matches. */
const users = (more: (i: number) => Readonly<Record<string, string>>): readonly User[] =>
  Array.from({ length: USERS }, (_, i) => ({
    id: `user-${i}`,
    country: 'FR',
    plan: i % 2 === 0 ? 'pro' : 'free',
    ...more(i),
  }))

const keys = (kind: string, count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${kind}-${i}`)

/** One flag of each kind is evaluated, among about 100 flags. */
const smallWorkload: Workload = {
  keys: {
    boolean: ['boolean'],
    percentage: ['percentage', ...keys('other', 96)],
    variant: ['variant'],
    rules: ['rules'],
  },
  users: users(() => ({})),
}

/** A hundred flags of each kind, and users with six attributes. */
const many: Workload = {
  keys: {
    boolean: keys('switch', 100),
    percentage: keys('share', 100),
    variant: keys('color', 100),
    rules: keys('target', 100),
  },
  users: users((i) => ({
    tenant: `tenant-${i % 50}`,
    device: i % 3 === 0 ? 'phone' : 'desktop',
    version: `4.${i % 20}.0`,
  })),
}

export const WORKLOADS = { one: smallWorkload, many } as const
export type Setting = keyof typeof WORKLOADS
