import type { AttributeCondition, EvaluationContext, Operator } from '@signet/flags'
import { compileOperator } from '@signet/flags/engine'

/** A number beyond the bound on each of its sides, and the bound; a step is as large as its digits need it. */
const around = (bound: number, least: number): number[] => {
  const step = Math.max(least, Math.abs(bound) * 2 ** -40)
  return [bound - step, bound, bound + step]
}

const aroundInstant = (value: unknown): number[] => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? [] : around(ms, 1000)
}

const VERSION = /^[vV]?(\d+\.\d+\.)(\d+)(-[^+]+)?/

/** The bound, the versions next to it, and the first of all (semver.org 2.0.0, section 11). */
const aroundVersion = (value: unknown): unknown[] => {
  const [, minor = '', patch = '', prerelease] = VERSION.exec(String(value)) ?? []
  if (patch === '') return [value]
  const next = prerelease === undefined ? `${minor}${BigInt(patch) + 1n}-0` : `${minor}${patch}${prerelease}.0`
  return [value, `${minor}${patch}-0`, next, '0.0.0-0']
}

const HOUR_MS = 3_600_000
/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5)

/** Each hour of a week, at the minutes of both ends: on whatever day and in whatever time zone the window is. */
const weekAround = (ends: readonly unknown[]): number[] =>
  ends.flatMap((end) => {
    const minutes = Number(String(end).slice(3, 5))
    return Array.from({ length: 7 * 24 }, (_, hour) => MONDAY + hour * HOUR_MS + minutes * 60_000)
  })

const aroundWindow = (value: unknown): number[] => {
  const { from, to } = (value ?? {}) as Readonly<Record<string, unknown>>
  return [from, to].some((end) => /^\d\d:\d\d$/.test(String(end)))
    ? weekAround([from, to])
    : [from, to].flatMap(aroundInstant)
}

/** First and last address of a network; of IPv6 the one that is written. */
const endsOfNetwork = (network: unknown): string[] => {
  const [address = '', bits = '32'] = String(network).split('/')
  const bytes = address.split('.').map(Number)
  if (bytes.length !== 4 || address.includes(':')) return [address]
  const last = bytes.map((byte, i) => byte | (255 >> Math.min(8, Math.max(0, Number(bits) - 8 * i))))
  return [address, last.join('.')]
}

/** Who has no value is told apart from null by any. */
const scalars = (value: unknown): unknown[] => [value].flat().map((each) => each ?? 'made-up')

/** Values for which a condition on an attribute may hold, beside those for which it may not. */
const VALUES: Partial<Record<Operator, (value: unknown) => readonly unknown[]>> = {
  gt: (bound) => around(Number(bound), 1),
  gte: (bound) => around(Number(bound), 1),
  lt: (bound) => around(Number(bound), 1),
  lte: (bound) => around(Number(bound), 1),
  before: aroundInstant,
  after: aroundInstant,
  between: aroundWindow,
  semverEq: aroundVersion,
  semverGt: aroundVersion,
  semverGte: aroundVersion,
  semverLt: aroundVersion,
  semverLte: aroundVersion,
  cidr: (networks) => [networks].flat().flatMap(endsOfNetwork),
  regex: () => [],
  exists: () => ['made-up'],
}

/** By attribute, the values that conditions tell apart. */
const comparedValues = (conditions: Iterable<AttributeCondition>): ReadonlyMap<string, readonly unknown[]> => {
  const found = new Map<string, Set<unknown>>()
  for (const { attribute, operator, value } of conditions) {
    const values = found.get(attribute) ?? new Set()
    for (const each of (VALUES[operator] ?? scalars)(value)) values.add(each)
    found.set(attribute, values)
  }
  return new Map([...found].map(([name, values]) => [name, [...values]]))
}

/** A whole number that looks drawn and is always the same: the finaliser of MurmurHash3. */
const drawn = (seed: number): number => {
  let bits = seed | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/**
 * Users for whom conditions may hold and may not. Each attribute that a condition names has one of the values on the sides
 * of what it is compared with, or none, as often as any other. Ids are everybody's own, and the ones that conditions name
 * are those of one user each. The time is that of the evaluation. Nobody is made up to match a pattern; `areTold` says of a
 * condition whether it is one of those that do not tell these users apart.
 *
 * @param ids attributes that somebody is recognised by.
 */
export const madeUpUsers = (
  conditions: Iterable<AttributeCondition>,
  ids: readonly string[],
  count: number,
): EvaluationContext[] => {
  const compared = [...comparedValues(conditions)].filter(([name]) => name !== 'currentTime')
  const known = new Map(compared)
  const attributes = compared.filter(([name]) => !ids.includes(name))
  return Array.from({ length: count }, (_, i) => {
    // Half of them at most, so that lists of ids do not make up everybody.
    const own = ids.map((name) => [name, (i < count / 2 ? known.get(name)?.[i] : undefined) ?? `user-${i}`])
    const others = attributes.flatMap(([name, values], n) => {
      const value = values[drawn(i * 1000 + n + 1) % (values.length + 1)]
      return value === undefined ? [] : [[name, value]]
    })
    return Object.fromEntries([...own, ...others])
  })
}

/** Whether a condition holds for some of the users and not for others. What is asked about the time is the same for all. */
export const areTold = (users: readonly EvaluationContext[], condition: AttributeCondition): boolean => {
  const test = condition.attribute === 'currentTime' ? undefined : compileOperator(condition)
  if (!test) return false
  const { attribute } = condition
  const holds = (user: EvaluationContext): boolean => test(Object.hasOwn(user, attribute) ? user[attribute] : undefined)
  return users.some(holds) && !users.every(holds)
}
