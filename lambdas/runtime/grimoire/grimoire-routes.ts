import { reply } from '@signet/contracts'
import { encodeCursor, notFound, type Route, type RowTable, route } from '@signet/kernel'
import type { grimoireRow } from '../contract/reading-rows.ts'
import { getAdvisory, listGrimoire } from '../contract/receipts-and-memory.ts'
import { type Namespace, querentScope } from '../namespaces/namespace.ts'
import type { GrimoireEntry, Inscriber } from '../readings/inscribe.ts'
import type { ReceiptPosition } from '../receipts/own-receipt.ts'
import { entryView } from './entry-view.ts'

export interface GrimoireDeps {
  readonly grimoire: Pick<RowTable<typeof grimoireRow>, 'page'>
  readonly inscriber: Pick<Inscriber, 'find' | 'read'>
}

/**
 * Rows scanned for one filtered page, and rows per query. The first query is small, because most requests want the
 * newest entries.
 */
const SCANNED_MAX = 500
const SCANNED = 100
const FIRST = 8

interface Filter {
  readonly limit: number
  readonly cursor: string | undefined
  readonly fits: (entry: GrimoireEntry) => boolean
}

export const cursorAfter = ({ at, hash }: Pick<GrimoireEntry, 'at' | 'hash'>): string =>
  encodeCursor({ sk: `${at}#${hash}` })

/** Returns matching entries, newest first. A page that reaches the scan limit continues with the next cursor. */
const filteredPage = async (
  { grimoire }: GrimoireDeps,
  namespace: Pick<Namespace, 'org' | 'place'>,
  { limit, cursor, fits }: Filter,
) => {
  const entries: GrimoireEntry[] = []
  let next: string | null | undefined = cursor
  let size = Math.min(limit * FIRST, SCANNED)
  for (let scanned = 0; scanned < SCANNED_MAX; size = SCANNED) {
    const page = await grimoire.page(namespace, { limit: size, cursor: next, newestFirst: true })
    scanned += size
    for (const entry of page.rows.filter(fits)) {
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

/** Returns the hash of the newest result of the same querent and spread, or undefined if this is the newest. */
const successorOf = async (deps: GrimoireDeps, org: string, { place, kind, spread, role, hash }: ReceiptPosition) => {
  const fits = (entry: GrimoireEntry) => entry.kind === kind && entry.spread === spread && entry.role === role
  const { entries } = await filteredPage(deps, { org, place }, { limit: 1, cursor: undefined, fits })
  const [newest] = entries
  return newest === undefined || newest.hash === hash ? undefined : newest.hash
}

const storedAdvisory = (kind: string, file: unknown): object | undefined => {
  const { reading, result } = file as { readonly reading?: object; readonly result?: object }
  return kind === 'reading' ? reading : kind === 'agent.run' ? result : undefined
}

/** `GET /grimoire/:querentId` and `/advisory/:hash` (runtime.md 8). */
export const grimoireRoutes = (deps: GrimoireDeps): Route[] => [
  route(listGrimoire, async ({ params: { querentId }, query, headers, caller }) => {
    const { kind, role, spread, limit, cursor } = query
    const namespace = querentScope(caller, headers['x-querent-ids']).reads(querentId)
    const absent = () => notFound('The querent does not exist')
    if (namespace === undefined) return absent()
    const first = await deps.grimoire.page(namespace, { limit: 1 })
    if (first.rows.length === 0) return absent()
    const fits = (entry: GrimoireEntry) =>
      (kind === undefined || entry.kind === kind) &&
      (role === undefined || entry.role === role) &&
      (spread === undefined || entry.spread === spread)
    const { entries, next } = await filteredPage(deps, namespace, { limit, cursor, fits })
    return reply(200, { querent: querentId, readings: entries.map(entryView), next_cursor: next })
  }),
  route(getAdvisory, async ({ params: { hash }, headers, caller }) => {
    const scope = querentScope(caller, headers['x-querent-ids'])
    const absent = () => notFound('The advisory does not exist')
    const inscribedWork = await deps.inscriber.find(scope.org, hash)
    if (inscribedWork === undefined || !scope.sees(inscribedWork.place)) return absent()
    const advisory = storedAdvisory(inscribedWork.kind, await deps.inscriber.read(inscribedWork))
    if (advisory === undefined) return absent()
    const successor = await successorOf(deps, scope.org, inscribedWork)
    const { kind, at } = inscribedWork
    return reply(200, {
      hash,
      kind,
      at,
      advisory: { ...advisory },
      ...(successor !== undefined && { superseded_by: successor }),
    })
  }),
]
