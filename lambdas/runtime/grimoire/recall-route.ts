import { reply } from '@signet/contracts'
import { invalidInput, Refusal, type RowTable, route } from '@signet/kernel'
import { type Condition, parseCondition } from '@signet/readings'
import type { grimoireRow } from '../contract/reading-rows.ts'
import { recallReadings } from '../contract/receipts-and-memory.ts'
import { type Namespace, type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import type { GrimoireEntry } from '../readings/inscribe.ts'
import { entryView } from './entry-view.ts'
import { cursorAfter } from './grimoire-routes.ts'
import { hashesMentioning, matchesEntry, RECALL_NAMES, reasonsFor, unknownName } from './recall.ts'

interface RecalledValue {
  readonly value: unknown
  readonly at: string
  readonly hash: string
}

const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the values of each fact over time, oldest first. A value is listed again only after it changed. */
const valuesOverTime = (entries: readonly GrimoireEntry[]): ReadonlyMap<string, RecalledValue[]> => {
  const valuesByFact = new Map<string, RecalledValue[]>()
  for (const { facts, at, hash } of entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)))
    for (const [fact, value] of Object.entries(facts)) {
      const knownValues = valuesByFact.get(fact) ?? []
      if (!isSameValue(knownValues.at(-1)?.value, value)) valuesByFact.set(fact, [...knownValues, { value, at, hash }])
    }
  return valuesByFact
}

const contradictionsIn = (valuesByFact: ReadonlyMap<string, RecalledValue[]>) =>
  [...valuesByFact]
    .filter(([, values]) => values.length > 1)
    .map(([fact, values]) => ({
      fact,
      values: values.map(({ value }) => value),
      hashes: values.map(({ hash }) => hash),
    }))

export const recallSummary = (entries: readonly GrimoireEntry[]) => {
  const byCard: Record<string, number> = {}
  for (const { cards } of entries) for (const { id } of cards) byCard[id] = (byCard[id] ?? 0) + 1
  const valuesByFact = valuesOverTime(entries)
  return { by_card: byCard, by_fact: Object.fromEntries(valuesByFact), contradictions: contradictionsIn(valuesByFact) }
}

export interface RecallDeps {
  readonly grimoire: Pick<RowTable<typeof grimoireRow>, 'page'>
}

/** Maximum number of rows read for one page. */
const SCANNED_ROWS_MAX = 500
const QUERY_ROWS = 100

const conditionOf = (where: string | undefined): Condition | Refusal<'invalid_input'> | undefined => {
  if (where === undefined) return undefined
  const parsed = parseCondition(where)
  if (!parsed.ok) return invalidInput([{ field: 'where', message: parsed.error.message }])
  const unknown = unknownName(parsed.condition)
  if (unknown === undefined) return parsed.condition
  return invalidInput([
    { field: 'where', message: `has the unknown name ${unknown}; use ${RECALL_NAMES.join(', ')} or fact.<name>` },
  ])
}

/**
 * Returns the namespaces to search: those of the requested querents, otherwise of all querents in the header, otherwise
 * the default one. Querents outside the header are omitted.
 */
const namespacesOf = (
  scope: QuerentScope,
  querent: string | undefined,
  querents: readonly string[] | undefined,
): readonly Namespace[] => {
  const defaultNamespace = scope.writeNamespace(undefined)
  const defaultIds = scope.querentIds ?? (defaultNamespace instanceof Refusal ? [] : [defaultNamespace.querent])
  const ids = querents ?? (querent === undefined ? defaultIds : [querent])
  return [...new Set(ids)].flatMap((id) => {
    const namespace = scope.readNamespace(id)
    return namespace ? [namespace] : []
  })
}

/** Cursor of a search over several querents: the index of the querent, a period, and the cursor in its list. */
const CURSOR = /^(\d{1,2})\.(.*)$/s

const cursorPositionOf = (
  cursor: string | undefined,
): { readonly firstList: number; readonly innerCursor: string | undefined } => {
  const [, firstList, innerCursor] = CURSOR.exec(cursor ?? '0.') ?? []
  if (firstList === undefined)
    throw invalidInput([{ field: 'cursor', message: 'must be next_cursor of the previous page' }])
  return { firstList: Number(firstList), innerCursor: innerCursor === '' ? undefined : innerCursor }
}

interface RecallQuery {
  readonly limit: number
  readonly cursor: string | undefined
  readonly condition: Condition | undefined
  readonly text: string | undefined
}

const searchReadings = async (
  { grimoire }: RecallDeps,
  namespaces: readonly Namespace[],
  { limit, cursor, condition, text }: RecallQuery,
) => {
  const { firstList, innerCursor } = cursorPositionOf(cursor)
  const matches: GrimoireEntry[] = []
  let scanned = 0
  let next: string | null | undefined = innerCursor
  for (let listIndex = firstList; listIndex < namespaces.length; listIndex++) {
    const namespace = namespaces[listIndex] as Namespace
    do {
      if (scanned >= SCANNED_ROWS_MAX) return { matches, scanned, next: `${listIndex}.${next ?? ''}` }
      const page = await grimoire.page(namespace, { limit: QUERY_ROWS, cursor: next ?? undefined, newestFirst: true })
      const mentioningHashes = text === undefined ? undefined : hashesMentioning(text, page.rows)
      for (const entry of page.rows) {
        scanned += 1
        const isMatch =
          (condition === undefined || matchesEntry(condition, entry)) && (mentioningHashes?.has(entry.hash) ?? true)
        if (isMatch) matches.push(entry)
        if (matches.length === limit) return { matches, scanned, next: `${listIndex}.${cursorAfter(entry)}` }
      }
      next = page.nextCursor
    } while (next !== null)
    next = undefined
  }
  return { matches, scanned, next: null }
}

/** `POST /recall`. */
export const recallRoute = (deps: RecallDeps) =>
  route(recallReadings, async ({ body, headers, caller }) => {
    const { querent, querents, where, text, limit, cursor, explain } = body
    if (querent !== undefined && querents !== undefined)
      return invalidInput([{ field: 'querents', message: 'cannot be combined with querent; send one of them' }])
    const condition = conditionOf(where)
    if (condition instanceof Refusal) return condition
    const namespaces = namespacesOf(querentScope(caller, headers['x-querent-ids']), querent, querents)
    const { matches, scanned, next } = await searchReadings(deps, namespaces, { limit, cursor, condition, text })
    return reply(200, {
      matches: matches.map((entry) => ({
        reading: { ...entryView(entry), querent: entry.querent, facts: entry.facts },
        why: explain ? reasonsFor(entry, condition, text) : [],
      })),
      summary: recallSummary(matches),
      scanned,
      next_cursor: next,
    })
  })
