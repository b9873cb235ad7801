import { chunksOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import type { TraceEntry } from './entry.ts'
import type { ListRow } from './list-row.ts'
import { type ListedRoot, listRows, replaceRoots } from './list-writes.ts'
import { partTable, type TracePart } from './part-table.ts'

/** Rows per transaction. Each row can add to a five-minute slot, an hour and a day. */
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

/**
 * Finds the other requests that contain the root of a trace. A request without a reference counts as received at
 * `receivedAt`.
 */
const othersIn = (parts: readonly TracePart[], { request, receivedAt }: Roots): RootConflicts => {
  const roots = parts.filter((part): part is RootPart => part.root !== undefined)
  const since = parts.find((part) => part.request === request)?.receivedAt ?? receivedAt
  const isLater = (part: TracePart) => part.receivedAt > since || (part.receivedAt === since && part.request < request)
  const others = roots.filter((part) => part.request !== request)
  return { isLate: others.some(isLater), earlier: others.filter((part) => !isLater(part)) }
}

export type TraceTable = ReturnType<typeof traceTable>

/**
 * The list of traces. The latest request with the root of a trace lists it. Each request stores its reference before it
 * reads the others, so of two concurrent requests at least one sees the other. A later request bars the row of an
 * earlier one, written or not. A listed trace and its counts are one write.
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
    /** Lists the traces of a request and removes them from the rows of earlier requests. Idempotent. */
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
