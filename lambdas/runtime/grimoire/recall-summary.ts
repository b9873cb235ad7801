import type { GrimoireEntry } from '../readings/inscribe.ts'

interface RecalledValue {
  readonly value: unknown
  readonly at: string
  readonly hash: string
}

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What each fact was, when it was told, the oldest first; a value that is told again stands once. */
const valuesOverTime = (entries: readonly GrimoireEntry[]): ReadonlyMap<string, RecalledValue[]> => {
  const valuesByFact = new Map<string, RecalledValue[]>()
  for (const { facts, at, hash } of entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)))
    for (const [fact, value] of Object.entries(facts)) {
      const before = valuesByFact.get(fact) ?? []
      if (!before.some((each) => sameValue(each.value, value)) || !sameValue(before.at(-1)?.value, value))
        valuesByFact.set(fact, [...before, { value, at, hash }])
    }
  return valuesByFact
}

/** The readings that rest on a value of a fact that has since changed, and the one that changed it. */
const contradictionsIn = (valuesByFact: ReadonlyMap<string, RecalledValue[]>) =>
  [...valuesByFact]
    .filter(([, values]) => values.length > 1)
    .map(([fact, values]) => ({
      fact,
      values: values.map(({ value }) => value),
      hashes: values.map(({ hash }) => hash),
    }))

/** What readings have in common, and what they contradict each other in. */
export const recallSummary = (entries: readonly GrimoireEntry[]) => {
  const byCard: Record<string, number> = {}
  for (const { cards } of entries) for (const { id } of cards) byCard[id] = (byCard[id] ?? 0) + 1
  const valuesByFact = valuesOverTime(entries)
  return { by_card: byCard, by_fact: Object.fromEntries(valuesByFact), contradictions: contradictionsIn(valuesByFact) }
}
