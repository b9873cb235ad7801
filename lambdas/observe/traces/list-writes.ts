import { type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { type CountTable, countTable } from '../counters/count-table.ts'
import { type Counts, countsOf, mergeCounts, slotOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'
import { barStep, containsTrace, type ListRow, listStep, listsTrace, type RowKey, unlistStep } from './list-row.ts'

interface Changes {
  readonly listed: readonly TraceEntry[]
  readonly unlisted: readonly TraceEntry[]
}

const countSteps = (counters: CountTable, tenant: string, { listed, unlisted }: Changes): readonly WriteStep[] => {
  const entryCounts = [
    ...listed.map((entry) => ({ entry, counts: countsOf(entry) })),
    ...unlisted.map((entry) => ({ entry, counts: countsOf(entry, -1) })),
  ]
  const bySlotAndWorker = new Map<string, { worker: string; slot: number; all: Counts[] }>()
  for (const { entry, counts } of entryCounts) {
    const worker = entry.worker
    const slot = slotOf(entry.start)
    const group = bySlotAndWorker.get(`${slot}#${worker}`) ?? { worker, slot, all: [] }
    group.all.push(counts)
    bySlotAndWorker.set(`${slot}#${worker}`, group)
  }
  const steps = [...bySlotAndWorker.values()].flatMap(({ worker, slot, all }) =>
    counters.additions({ tenant, worker }, slot, mergeCounts(all)),
  )
  // A transaction can write a row only once, so several slots share the write that marks an hour as outdated.
  return [...new Map(steps.map((step) => [JSON.stringify(step.Update?.Key), step] as const)).values()]
}

export interface ListedRoot {
  readonly entry: TraceEntry
  readonly row: RowKey
}

/** Lists traces that no other request lists. Traces that are already listed or barred in their row are skipped. */
export const listRows = (deps: TableDeps, tenant: string, rows: readonly ListRow[]): Promise<void> => {
  const counters = countTable(deps)
  let remaining = rows
  let steps: readonly WriteStep[] = []
  return transact<void>(deps, async (refused) => {
    if (refused)
      remaining = remaining.flatMap((row, i) => {
        const step = steps[i]
        const storedRow = step && refused.conditionFailed(step) ? refused.rowOf(step) : undefined
        const entries = row.entries.filter(({ trace }) => !containsTrace(storedRow, trace))
        return entries.length > 0 ? [{ ...row, entries }] : []
      })
    steps = remaining.map((row) => listStep(deps.table, row))
    const listed = remaining.flatMap(({ entries }) => entries)
    return { steps: [...steps, ...countSteps(counters, tenant, { listed, unlisted: [] })], result: undefined }
  })
}

/**
 * Removes a trace from earlier rows, or bars it there, and lists it in `row` if given, in one transaction.
 */
export const replaceRoots = (
  deps: TableDeps,
  tenant: string,
  earlier: readonly ListedRoot[],
  row: ListRow | undefined,
): Promise<void> => {
  const counters = countTable(deps)
  let roots = earlier.map((root) => ({ ...root, isListed: true }))
  let remaining = row
  let steps: readonly WriteStep[] = []
  return transact<void>(deps, async (refused) => {
    if (refused) {
      roots = roots.map((root, i) => {
        const step = steps[i]
        if (!step || !refused.conditionFailed(step)) return root
        return { ...root, isListed: listsTrace(refused.rowOf(step), root.entry.trace) }
      })
      // The row already lists the trace, or a later request has barred it there.
      if (refused.conditionFailed(steps[roots.length])) remaining = undefined
    }
    const removals = roots.map((root) =>
      root.isListed ? unlistStep(deps.table, root.row, [root.entry.trace]) : barStep(deps.table, root.row, root.entry),
    )
    steps = [...removals, ...(remaining ? [listStep(deps.table, remaining)] : [])]
    const unlisted = roots.flatMap(({ entry, isListed }) => (isListed ? [entry] : []))
    const counts = countSteps(counters, tenant, { listed: remaining?.entries ?? [], unlisted })
    return { steps: [...steps, ...counts], result: undefined }
  })
}

/** Removes traces from a row and from the counts, if they are still listed. */
export const withdrawTraces = (
  deps: TableDeps,
  tenant: string,
  key: RowKey,
  entries: readonly TraceEntry[],
): Promise<void> => {
  const counters = countTable(deps)
  let remaining = entries
  let step: WriteStep | undefined
  return transact<void>(deps, async (refused) => {
    if (step && refused?.conditionFailed(step)) {
      const storedRow = refused.rowOf(step)
      remaining = remaining.filter(({ trace }) => listsTrace(storedRow, trace))
    }
    if (remaining.length === 0) return { result: undefined }
    step = unlistStep(
      deps.table,
      key,
      remaining.map(({ trace }) => trace),
    )
    return { steps: [step, ...countSteps(counters, tenant, { listed: [], unlisted: remaining })], result: undefined }
  })
}
