import type { CloudEvent } from '@signet/contracts/events'
import type { FlagSet } from '@signet/flags/dynamodb'
import { Refusal, rowKey, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import type { ChainHead } from '../audit/audit-entry.ts'
import { setListRow } from '../contract/set-list-row.ts'
import { changeSteps, eventOf, flagChange, type SetChange, segmentChange } from './set-change.ts'
import type { SetFull } from './set-full.ts'
import { readHead, readHeadAndSnapshot, readLive, readSnapshot } from './set-rows-table.ts'
import type { ChangeContext, FlagWrite, SegmentWrite } from './set-write.ts'
import { type StoredFlag, type StoredSegment, type StoredSnapshot, settledSnapshot } from './stored-flag.ts'
import type { LiveSet } from './verify-log.ts'

export interface FlagSetTable {
  read(set: FlagSet): Promise<StoredSnapshot>
  /** Returns the rows of the set, even if they contradict each other. */
  live(set: FlagSet): Promise<LiveSet>
  /** Returns the version of the set, 0 before its first flag, and the hash of the last entry of its log. */
  head(set: FlagSet): Promise<ChainHead>
  /**
   * Changes one flag. One transaction writes the flag, the snapshot, its version, the log, the index of open canaries
   * and the event. The function `propose` gets the newest snapshot and is called again after each conflicting write; if
   * it returns undefined, nothing is written. The written flag gets its version and times here.
   * @returns the flag as written (undefined: deleted, or nothing was proposed); the proposed refusal, or 409 if the set
   * is full
   * @throws Refusal 503 if write conflicts persist
   */
  change<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => FlagWrite | R | undefined,
  ): Promise<StoredFlag | R | SetFull | undefined>
  /** Deletes one flag in the same way. A deletion cannot exceed the limits of the set. */
  remove<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => FlagWrite | R,
  ): Promise<R | undefined>
  changeSegment<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => SegmentWrite | R,
  ): Promise<StoredSegment | R | SetFull | undefined>
  removeSegment<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => SegmentWrite | R,
  ): Promise<R | undefined>
}

type Deps = TableDeps & { readonly outbox: Outbox }

const environmentStep = (deps: Deps, { org, environment }: FlagSet) => ({
  Put: { TableName: deps.table, Item: { ...rowKey(setListRow, { org, environment }), environment } },
})

interface SetWrite {
  readonly change: SetChange
  readonly events: readonly CloudEvent[]
}

/** Repeats the proposal after write conflicts. Returns undefined if nothing was proposed. */
const write = async <R extends Refusal>(
  deps: Deps,
  set: FlagSet,
  context: ChangeContext,
  propose: (snapshot: StoredSnapshot) => SetChange | R | undefined,
): Promise<SetChange | R | SetFull | undefined> => {
  const { table, outbox } = deps
  const outcome = await transact<SetWrite | R | SetFull | undefined>(deps, async () => {
    const { head, snapshot } = await readHeadAndSnapshot(deps, set)
    const change = propose(snapshot)
    if (change === undefined || change instanceof Refusal) return { result: change }
    const events = [eventOf(set, head, change, context)]
    const steps = await changeSteps({ table, set }, head, change, context)
    if (steps instanceof Refusal) return { result: steps }
    // The first write of a set stores its environment, so that all sets of an organization can be found.
    const environmentSteps = head.version === 0 ? [environmentStep(deps, set)] : []
    return { steps: [...steps, ...environmentSteps, ...outbox.steps(events)], result: { change, events } }
  })
  if (outcome === undefined || outcome instanceof Refusal) return outcome
  await outbox.publish(outcome.events)
  return outcome.change
}

/** Narrows the result of a deletion, which cannot exceed the limits of the set, to the proposed refusal. */
const refusalOf = <R extends Refusal>(result: object | undefined): R | undefined =>
  result instanceof Refusal ? (result as R) : undefined

export const flagSetTable = (deps: Deps): FlagSetTable => {
  const { table, now } = deps

  const change: FlagSetTable['change'] = async (set, context, propose) => {
    const outcome = await write(deps, set, context, (snapshot) => {
      const proposed = propose(settledSnapshot(snapshot, now()))
      if (proposed === undefined || proposed instanceof Refusal) return proposed
      return flagChange({ table, set, now: now() }, snapshot, proposed)
    })
    return outcome instanceof Refusal ? outcome : (outcome?.after as StoredFlag | undefined)
  }
  const changeSegment: FlagSetTable['changeSegment'] = async (set, context, propose) => {
    const writtenChange = await write(deps, set, context, (snapshot) => {
      const proposed = propose(snapshot)
      return proposed instanceof Refusal ? proposed : segmentChange(now(), snapshot, proposed)
    })
    return writtenChange instanceof Refusal ? writtenChange : (writtenChange?.after as StoredSegment | undefined)
  }

  return {
    read: (set) => readSnapshot(deps, set),
    live: (set) => readLive(deps, set),
    head: (set) => readHead(deps, set),
    change,
    changeSegment,
    remove: async (set, context, propose) => refusalOf(await change(set, context, propose)),
    removeSegment: async (set, context, propose) => refusalOf(await changeSegment(set, context, propose)),
  }
}
