import { reply } from '@signet/contracts'
import { encodeCursor, notFound, type Route, type RowTable, route } from '@signet/kernel'
import type { grimoireRow } from '../contract/reading-rows.ts'
import { getAdvisory, listGrimoire } from '../contract/receipts-and-memory.ts'
import { type Namespace, querentScope } from '../namespaces/namespace.ts'
import type { GrimoireEntry, Inscriber } from '../readings/inscribe.ts'
import type { StoredResult } from '../receipts/own-receipt.ts'
import { entryView } from './entry-view.ts'

export interface GrimoireDeps {
  readonly grimoire: Pick<RowTable<typeof grimoireRow>, 'page'>
  readonly inscriber: Pick<Inscriber, 'find' | 'read'>
}

/** Maximum number of rows read for one page, if most rows do not match the filter. */
const SCANNED_ROWS_MAX = 500
const QUERY_ROWS = 100
/** Rows that the first query reads per requested entry. */
const FIRST_QUERY_FACTOR = 8

interface Filter {
  readonly limit: number
  readonly cursor: string | undefined
  readonly matches: (entry: GrimoireEntry) => boolean
}

export const cursorAfter = ({ at, hash }: Pick<GrimoireEntry, 'at' | 'hash'>): string =>
  encodeCursor({ sk: `${at}#${hash}` })

/** Returns matching entries, newest first. A page that reaches the row limit has a cursor to continue. */
const filteredPage = async (
  { grimoire }: GrimoireDeps,
  namespace: Pick<Namespace, 'org' | 'namespaceId'>,
  { limit, cursor, matches }: Filter,
) => {
  const entries: GrimoireEntry[] = []
  let next: string | null | undefined = cursor
  let rowCount = Math.min(limit * FIRST_QUERY_FACTOR, QUERY_ROWS)
  for (let scanned = 0; scanned < SCANNED_ROWS_MAX; rowCount = QUERY_ROWS) {
    const page = await grimoire.page(namespace, { limit: rowCount, cursor: next, newestFirst: true })
    scanned += rowCount
    for (const entry of page.rows.filter(matches)) {
      entries.push(entry)
      if (entries.length < limit) continue
      const isLast = page.nextCursor === null && page.rows.at(-1) === entry
      return { entries, next: isLast ? null : cursorAfter(entry) }
    }
    next = page.nextCursor
    if (next === null) break
  }
  return { entries, next: next ?? null }
}

/**
 * Returns the hash of the newest result of the same querent, kind, spread and role; undefined if this result is the
 * newest.
 */
const successorOf = async (
  deps: GrimoireDeps,
  org: string,
  { namespaceId, kind, spread, role, hash }: StoredResult,
) => {
  const matches = (entry: GrimoireEntry) => entry.kind === kind && entry.spread === spread && entry.role === role
  const { entries } = await filteredPage(deps, { org, namespaceId }, { limit: 1, cursor: undefined, matches })
  const [newest] = entries
  return newest === undefined || newest.hash === hash ? undefined : newest.hash
}

const storedAdvisory = (kind: string, file: unknown): object | undefined => {
  const { reading, result } = file as { readonly reading?: object; readonly result?: object }
  return kind === 'reading' ? reading : kind === 'agent.run' ? result : undefined
}

/** `GET /grimoire/:querentId` and `/advisory/:hash`. */
export const grimoireRoutes = (deps: GrimoireDeps): Route[] => [
  route(listGrimoire, async ({ params: { querentId }, query, headers, caller }) => {
    const { kind, role, spread, limit, cursor } = query
    const namespace = querentScope(caller, headers['x-querent-ids']).readNamespace(querentId)
    const querentNotFound = () => notFound('The querent does not exist')
    if (namespace === undefined) return querentNotFound()
    const newestPage = await deps.grimoire.page(namespace, { limit: 1 })
    if (newestPage.rows.length === 0) return querentNotFound()
    const matches = (entry: GrimoireEntry) =>
      (kind === undefined || entry.kind === kind) &&
      (role === undefined || entry.role === role) &&
      (spread === undefined || entry.spread === spread)
    const { entries, next } = await filteredPage(deps, namespace, { limit, cursor, matches })
    return reply(200, { querent: querentId, readings: entries.map(entryView), next_cursor: next })
  }),
  route(getAdvisory, async ({ params: { hash }, headers, caller }) => {
    const scope = querentScope(caller, headers['x-querent-ids'])
    const advisoryNotFound = () => notFound('The advisory does not exist')
    const inscribed = await deps.inscriber.find(scope.org, hash)
    if (inscribed === undefined || !scope.canSee(inscribed.namespaceId)) return advisoryNotFound()
    const advisory = storedAdvisory(inscribed.kind, await deps.inscriber.read(inscribed))
    if (advisory === undefined) return advisoryNotFound()
    const successor = await successorOf(deps, scope.org, inscribed)
    const { kind, at } = inscribed
    return reply(200, {
      hash,
      kind,
      at,
      advisory: { ...advisory },
      ...(successor !== undefined && { superseded_by: successor }),
    })
  }),
]
