import { bm25, bm25Index, type Condition, evaluate, type FactValue, stemsOf } from '@signet/readings'
import type { GrimoireEntry } from '../readings/inscribe.ts'

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical']

const FACT_PREFIX = 'fact.'

export const RECALL_NAMES = ['kind', 'spread', 'role', 'pattern', 'card', 'score', 'at', 'severity'] as const

type LeafCondition = Exclude<Condition, { readonly kind: 'and' | 'or' | 'not' }>

const leafConditionsOf = (condition: Condition): readonly LeafCondition[] => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.flatMap(leafConditionsOf)
    case 'not':
      return leafConditionsOf(condition.operand)
    default:
      return [condition]
  }
}

export const unknownName = (condition: Condition): string | undefined =>
  leafConditionsOf(condition)
    .map(({ ref }) => ref.text)
    .find((name) => !name.startsWith(FACT_PREFIX) && !(RECALL_NAMES as readonly string[]).includes(name))

const highestSeverity = ({ cards }: GrimoireEntry): string | undefined =>
  cards.map(({ severity }) => severity).toSorted((a, b) => SEVERITIES.indexOf(b) - SEVERITIES.indexOf(a))[0]

const entryValue = (entry: GrimoireEntry, name: string): FactValue | undefined => {
  if (name.startsWith(FACT_PREFIX)) return entry.facts[name.slice(FACT_PREFIX.length)]
  switch (name) {
    case 'card':
      return entry.cards.map(({ id }) => id)
    case 'score':
      return entry.score === undefined ? undefined : entry.score / 1_000
    case 'severity':
      return highestSeverity(entry)
    default:
      return entry[name as 'kind' | 'spread' | 'role' | 'pattern' | 'at']
  }
}

/** Returns the ascending orders by which `<` and `>` compare severities and instants. ISO instants sort as text. */
const ranksOf = (condition: Condition, { at }: GrimoireEntry) => {
  const instants = leafConditionsOf(condition).flatMap((test) =>
    test.kind === 'compare' && test.ref.text === 'at' ? [String(test.literal.value)] : [],
  )
  return { severity: SEVERITIES, at: [...new Set([at, ...instants])].toSorted() }
}

export const matchesEntry = (condition: Condition, entry: GrimoireEntry): boolean =>
  evaluate(condition, (name) => entryValue(entry, name), ranksOf(condition, entry)) === true

const stemsIn = ({ intention, cards }: GrimoireEntry): readonly string[] =>
  stemsOf([intention, ...cards.map(({ title }) => title)].join(' '))

export const hashesMentioning = (text: string, entries: readonly GrimoireEntry[]): ReadonlySet<string> => {
  const index = bm25Index(entries.map((entry) => ({ id: entry.hash, terms: [...stemsIn(entry)] })))
  return new Set(bm25(index, [...stemsOf(text)]).flatMap(({ id, score }) => (score > 0 ? [id] : [])))
}

export const reasonsFor = (
  entry: GrimoireEntry,
  condition: Condition | undefined,
  text: string | undefined,
): string[] => {
  const tests = condition === undefined ? [] : leafConditionsOf(condition)
  const names = [...new Set(tests.map(({ ref }) => ref.text))]
  const values = names.flatMap((name) => {
    const value = entryValue(entry, name)
    return value === undefined ? [] : [`${name} is ${Array.isArray(value) ? value.join(', ') : String(value)}`]
  })
  const words = text === undefined ? [] : stemsOf(text).filter((stem) => stemsIn(entry).includes(stem))
  return [...values, ...(words.length > 0 ? [`mentions ${[...new Set(words)].join(', ')}`] : [])]
}
