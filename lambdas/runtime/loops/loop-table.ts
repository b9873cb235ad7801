import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import { encodeCursor, type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { LoopEvent, LoopState } from '@signet/readings'
import { loopEventRow, loopRow } from '../contract/loop-rows.ts'

type LoopRow = RowOf<typeof loopRow>

export interface StoredLoop extends Pick<LoopRow, 'namespaceId' | 'querent' | 'mode' | 'tools'> {
  readonly org: string
  readonly role?: string | undefined
  readonly state: LoopState
  readonly hash?: string | undefined
  readonly until: string
}

export interface LoopTable {
  begin(loop: StoredLoop, events: readonly LoopEvent[]): Promise<void>
  find(org: string, id: string): Promise<StoredLoop | undefined>
  /** Returns the writes of a step: the interview, on condition that it is unchanged, and its events. */
  steps(before: StoredLoop, next: StoredLoop, events: readonly LoopEvent[]): readonly WriteStep[]
  /** Writes a step. Returns false and writes nothing if a concurrent step was written first. */
  advance(before: StoredLoop, next: StoredLoop, events: readonly LoopEvent[]): Promise<boolean>
  /** Returns up to 100 events after this number, in order. */
  eventsAfter(loop: Pick<StoredLoop, 'org'> & { readonly id: string }, seq: number): Promise<readonly LoopEvent[]>
}

/** Compressed, because a state has about 60 KB and DynamoDB bills writes per kilobyte. */
const packState = (state: LoopState): string => gzipSync(JSON.stringify(state)).toString('base64')

const unpackState = (body: string): LoopState =>
  JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString('utf8')) as LoopState

const rowOf = ({ state, org: _, role, hash, ...fields }: StoredLoop): LoopRow => ({
  ...fields,
  id: state.id,
  state: state.state,
  tick: state.tick,
  seq: state.seq,
  body: packState(state),
  tools: [...fields.tools],
  ...(role !== undefined && { role }),
  ...(hash !== undefined && { hash }),
})

/** Pads the number of an event, because sort keys are compared as text. */
const paddedNumber = (seq: number): string => String(seq).padStart(6, '0')

const EVENTS_PER_PAGE = 100

export const loopTable = (deps: TableDeps): LoopTable => {
  const loops = rowTable(loopRow, deps)
  const events = rowTable(loopEventRow, deps)
  const eventSteps = ({ org, state: { id }, until }: StoredLoop, newEvents: readonly LoopEvent[]) =>
    newEvents.map(({ type, seq, tick, at, data }) =>
      events.steps.putNew(
        { org, id, number: paddedNumber(seq) },
        { type, seq, tick, at, data: JSON.stringify(data), until },
      ),
    )
  const steps: LoopTable['steps'] = (before, next, newEvents) => {
    const { id, tick, seq, state } = before.state
    return [
      loops.steps.replace({ org: before.org, id }, rowOf(next), { tick, seq, state }),
      ...eventSteps(next, newEvents),
    ]
  }
  const writeSteps = (writes: readonly WriteStep[]): Promise<boolean> =>
    transact<boolean>(deps, async (refused) =>
      writes.some((step) => refused?.conditionFailed(step)) ? { result: false } : { steps: writes, result: true },
    )
  return {
    steps,
    async begin(loop, newEvents) {
      const { org, state } = loop
      const isNew = await writeSteps([
        loops.steps.putNew({ org, id: state.id }, rowOf(loop)),
        ...eventSteps(loop, newEvents),
      ])
      if (!isNew) throw new Error(`The interview ${state.id} already exists`)
    },
    async find(org, id) {
      const row = await loops.get({ org, id })
      if (row === undefined) return undefined
      const { body, id: _id, state: _state, tick: _tick, seq: _seq, ...fields } = row
      return { ...fields, org, state: unpackState(body) }
    },
    advance: (before, next, newEvents) => writeSteps(steps(before, next, newEvents)),
    async eventsAfter({ org, id }, seq) {
      const cursor = seq === 0 ? undefined : encodeCursor({ sk: `EVENT#${paddedNumber(seq)}` })
      const { rows } = await events.page({ org, id }, { limit: EVENTS_PER_PAGE, cursor })
      return rows.map(({ until: _, data, ...event }) => ({
        ...({ ...event, loop: id } as Omit<LoopEvent, 'data'>),
        data: JSON.parse(data) as LoopEvent['data'],
      }))
    },
  }
}
