import { chunksOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import type { TraceEntry } from './entry.ts'
import type { ListRow } from './list-row.ts'
import { type ListedRoot, listRows, replaceRoots } from './list-writes.ts'
import { type TraceReference, traceReferenceTable } from './trace-reference-table.ts'

/** Rows per transaction. Each row can add to a five-minute slot, an hour and a day. */
const ROWS_PER_TRANSACTION = 10
const EARLIER_ROOTS_PER_TRANSACTION = 10
const AT_ONCE = { concurrency: 16 }

export interface RequestRoots {
  readonly tenant: string
  readonly request: string
  /** Microseconds since 1970. */
  readonly receivedAt: number
  readonly rows: readonly ListRow[]
}

type RootReference = TraceReference & { readonly root: ListedRoot }

/** Other requests that contain the root of the same trace. */
interface RootConflicts {
  /** Whether a later request contains the root, so that this one must not list the trace. */
  readonly isLate: boolean
  readonly earlier: readonly RootReference[]
}

/**
 * Compares the references of a trace with a request. A request without a reference counts as received at `receivedAt`.
 */
const conflictsOf = (references: readonly TraceReference[], { request, receivedAt }: RequestRoots): RootConflicts => {
  const roots = references.filter((reference): reference is RootReference => reference.root !== undefined)
  const ownReceivedAt = references.find((reference) => reference.request === request)?.receivedAt ?? receivedAt
  const isLater = (other: TraceReference) =>
    other.receivedAt > ownReceivedAt || (other.receivedAt === ownReceivedAt && other.request < request)
  const others = roots.filter((reference) => reference.request !== request)
  return { isLate: others.some(isLater), earlier: others.filter((reference) => !isLater(reference)) }
}

export type TraceTable = ReturnType<typeof traceTable>

/**
 * The list of traces. The latest request with the root of a trace lists it. Each request stores its reference before it
 * reads the others, so at least one of two concurrent requests sees the other. A later request bars the trace in the
 * row of an earlier one, even before that row is written. A listed trace and its counts are one transaction.
 */
export const traceTable = (deps: TableDeps) => {
  const references = traceReferenceTable(deps)

  const replaceEarlierRoots = async (
    tenant: string,
    earlier: RootConflicts['earlier'],
    row: ListRow,
  ): Promise<void> => {
    const groups = chunksOf(earlier, EARLIER_ROOTS_PER_TRANSACTION)
    for (const [i, group] of groups.entries()) {
      const roots = group.map(({ root }) => root)
      await replaceRoots(deps, tenant, roots, i === groups.length - 1 ? row : undefined)
    }
    await pMap(earlier, (reference) => references.dropRoot(tenant, reference), AT_ONCE)
  }

  return {
    /** Lists the traces of a request and removes them from the rows of earlier requests. Idempotent. */
    async list(roots: RequestRoots): Promise<void> {
      const { tenant } = roots
      const entries = roots.rows.flatMap((row) => row.entries)
      const findConflicts = async ({ trace }: TraceEntry) =>
        [trace, conflictsOf(await references.ofTrace(tenant, trace), roots)] as const
      const conflicts = new Map(await pMap(entries, findConflicts, AT_ONCE))
      const earlierOf = ({ trace }: TraceEntry) => conflicts.get(trace)?.earlier ?? []
      const rows = roots.rows.map((row) => ({
        ...row,
        entries: row.entries.filter(({ trace }) => !conflicts.get(trace)?.isLate),
      }))
      const withoutEarlierRoot = rows
        .map((row) => ({ ...row, entries: row.entries.filter((entry) => earlierOf(entry).length === 0) }))
        .filter(({ entries }) => entries.length > 0)
      for (const chunk of chunksOf(withoutEarlierRoot, ROWS_PER_TRANSACTION)) await listRows(deps, tenant, chunk)
      for (const row of rows)
        for (const entry of row.entries)
          if (earlierOf(entry).length > 0)
            await replaceEarlierRoots(tenant, earlierOf(entry), { ...row, entries: [entry] })
    },
  }
}
