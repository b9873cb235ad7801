import type { EvaluationContext } from '@signet/flags'

/** Text and numbers next to an order's bound: both of its sides and the bound itself. */
const around = (value: unknown, step: number): unknown[] =>
  typeof value === 'number' ? [value - step, value, value + step] : [value]

const instant = (value: unknown): unknown[] =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? around(Date.parse(value), 1000) : []

/** Values that an attribute may have and that a condition tells apart; a pattern says of none. */
const valuesOf = (operator: string, value: unknown): unknown[] => {
  if (['gt', 'gte', 'lt', 'lte'].includes(operator)) return around(value, 1)
  if (operator === 'before' || operator === 'after') return instant(value)
  if (operator === 'exists') return ['made-up']
  if (operator === 'regex') return []
  if (operator === 'between') return Object.values(value ?? {}).flatMap(instant)
  const values = [value].flat()
  return operator === 'cidr' ? values.map((network) => String(network).split('/')[0]) : values
}

/** By attribute, the values that conditions compare it with, however deep they stand. */
const comparedValues = (conditions: unknown): ReadonlyMap<string, readonly unknown[]> => {
  const found = new Map<string, Set<unknown>>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { attribute, operator, value } = part as Readonly<Record<string, unknown>>
    if (typeof attribute === 'string' && typeof operator === 'string') {
      const values = found.get(attribute) ?? new Set()
      for (const each of valuesOf(operator, value)) if (each !== null && each !== undefined) values.add(each)
      found.set(attribute, values)
    } else for (const child of Object.values(part)) look(child)
  }
  look(conditions)
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
 * Users for whom conditions may hold and may not. Each attribute that a condition names has one of the values that it is
 * compared with, or none, as often as any other. Ids are everybody's own, and the ones that conditions name are those of
 * one user each. The time is that of the evaluation.
 *
 * @param ids attributes that somebody is recognised by.
 */
export const madeUpUsers = (conditions: unknown, ids: readonly string[], count: number): EvaluationContext[] => {
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
