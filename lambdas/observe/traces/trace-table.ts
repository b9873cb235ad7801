import { chunksOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import type { TraceEntry } from './entry.ts'
import type { ListRow } from './list-row.ts'
import { type ListedRoot, listRows, replaceRoots } from './list-writes.ts'
import { partTable, type TracePart } from './part-table.ts'

/** Rows of one transaction, each of which may add to five minutes, an hour and a day. */
const ROWS_AT_ONCE = 10
const EARLIER_AT_ONCE = 10
const AT_ONCE = { concurrency: 16 }

export interface Roots {
  readonly tenant: string
  readonly request: string
  /** Microseconds since 1970. */
  readonly receivedAt: number
  readonly rows: readonly ListRow[]
}

type RootPart = TracePart & { readonly root: ListedRoot }

interface RootConflicts {
  readonly isLate: boolean
  readonly earlier: readonly RootPart[]
}

/** Of requests that tell of a trace, the latest first. One that is not among them is late only for those that came since. */
const othersIn = (parts: readonly TracePart[], { request, receivedAt }: Roots): RootConflicts => {
  const roots = parts.filter((part): part is RootPart => part.root !== undefined)
  const since = parts.find((part) => part.request === request)?.receivedAt ?? receivedAt
  const isLater = (part: TracePart) => part.receivedAt > since || (part.receivedAt === since && part.request < request)
  const others = roots.filter((part) => part.request !== request)
  return { isLate: others.some(isLater), earlier: others.filter((part) => !isLater(part)) }
}

export type TraceTable = ReturnType<typeof traceTable>

/**
 * The list of traces. A trace is listed by the latest request that has its root. Each request says that it tells of a
 * trace before it looks which others do: so of two at one time, at least one sees the other. A later one bars the row of
 * an earlier one, written or not. A trace in the list and what it counts are one write.
 */
export const traceTable = (deps: TableDeps) => {
  const parts = partTable(deps)

  const move = async (tenant: string, earlier: RootConflicts['earlier'], row: ListRow): Promise<void> => {
    const groups = chunksOf(earlier, EARLIER_AT_ONCE)
    for (const [i, group] of groups.entries()) {
      const roots = group.map(({ root }) => root)
      await replaceRoots(deps, tenant, roots, i === groups.length - 1 ? row : undefined)
    }
    await pMap(earlier, (part) => parts.dropRoot(tenant, part), AT_ONCE)
  }

  return {
    /** Lists the traces of a request; those that another request listed move. The same again changes nothing. */
    async list(roots: Roots): Promise<void> {
      const { tenant } = roots
      const entries = roots.rows.flatMap((row) => row.entries)
      const look = async ({ trace }: TraceEntry) =>
        [trace, othersIn(await parts.ofTrace(tenant, trace), roots)] as const
      const others = new Map(await pMap(entries, look, AT_ONCE))
      const earlierOf = ({ trace }: TraceEntry) => others.get(trace)?.earlier ?? []
      const rows = roots.rows.map((row) => ({
        ...row,
        entries: row.entries.filter(({ trace }) => !others.get(trace)?.isLate),
      }))
      const first = rows
        .map((row) => ({ ...row, entries: row.entries.filter((entry) => earlierOf(entry).length === 0) }))
        .filter(({ entries }) => entries.length > 0)
      for (const chunk of chunksOf(first, ROWS_AT_ONCE)) await listRows(deps, tenant, chunk)
      for (const row of rows)
        for (const entry of row.entries)
          if (earlierOf(entry).length > 0) await move(tenant, earlierOf(entry), { ...row, entries: [entry] })
    },
  }
}
