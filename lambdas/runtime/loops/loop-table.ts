import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import { encodeCursor, type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { LoopEvent, LoopState } from '@signet/readings'
import { loopEventRow, loopRow } from '../contract/loop-rows.ts'

type Row = RowOf<typeof loopRow>

export interface StoredLoop extends Pick<Row, 'place' | 'querent' | 'mode' | 'tools'> {
  readonly org: string
  readonly role?: string | undefined
  readonly state: LoopState
  readonly hash?: string | undefined
  readonly until: string
}

export interface LoopTable {
  begin(loop: StoredLoop, events: readonly LoopEvent[]): Promise<void>
  find(org: string, id: string): Promise<StoredLoop | undefined>
  /** The writes of a step: the interview, if it is unchanged, and its events. */
  steps(before: StoredLoop, next: StoredLoop, events: readonly LoopEvent[]): readonly WriteStep[]
  /** Writes a step. Returns false, and writes nothing, if a concurrent step was written first. */
  advance(before: StoredLoop, next: StoredLoop, events: readonly LoopEvent[]): Promise<boolean>
  /** Events after a number, in order, at most 100. */
  eventsAfter(loop: Pick<StoredLoop, 'org'> & { readonly id: string }, seq: number): Promise<readonly LoopEvent[]>
}

/** A state with its reading has about 60 KB, and writes are billed per kilobyte. */
const packed = (state: LoopState): string => gzipSync(JSON.stringify(state)).toString('base64')

const unpacked = (body: string): LoopState =>
  JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString('utf8')) as LoopState

const rowOf = ({ state, org: _, role, hash, ...members }: StoredLoop): Row => ({
  ...members,
  id: state.id,
  state: state.state,
  tick: state.tick,
  seq: state.seq,
  body: packed(state),
  tools: [...members.tools],
  ...(role !== undefined && { role }),
  ...(hash !== undefined && { hash }),
})

const numberOf = (seq: number): string => String(seq).padStart(6, '0')

const EVENTS_A_PAGE = 100

export const loopTable = (deps: TableDeps): LoopTable => {
  const loops = rowTable(loopRow, deps)
  const events = rowTable(loopEventRow, deps)
  const eventSteps = ({ org, state: { id }, until }: StoredLoop, list: readonly LoopEvent[]) =>
    list.map(({ type, seq, tick, at, data }) =>
      events.steps.putNew(
        { org, id, number: numberOf(seq) },
        { type, seq, tick, at, data: JSON.stringify(data), until },
      ),
    )
  const steps: LoopTable['steps'] = (before, next, list) => {
    const { id, tick, seq, state } = before.state
    return [loops.steps.replace({ org: before.org, id }, rowOf(next), { tick, seq, state }), ...eventSteps(next, list)]
  }
  const writeSteps = (loopId: readonly WriteStep[]): Promise<boolean> =>
    transact<boolean>(deps, async (refused) =>
      loopId.some((step) => refused?.conditionFailed(step)) ? { result: false } : { steps: loopId, result: true },
    )
  return {
    steps,
    async begin(loop, list) {
      const { org, state } = loop
      const isNew = await writeSteps([
        loops.steps.putNew({ org, id: state.id }, rowOf(loop)),
        ...eventSteps(loop, list),
      ])
      if (!isNew) throw new Error(`The interview ${state.id} already exists`)
    },
    async find(org, id) {
      const row = await loops.get({ org, id })
      if (row === undefined) return undefined
      const { body, id: _id, state: _state, tick: _tick, seq: _seq, ...members } = row
      return { ...members, org, state: unpacked(body) }
    },
    advance: (before, next, list) => writeSteps(steps(before, next, list)),
    async eventsAfter({ org, id }, seq) {
      const cursor = seq === 0 ? undefined : encodeCursor({ sk: `EVENT#${numberOf(seq)}` })
      const { rows } = await events.page({ org, id }, { limit: EVENTS_A_PAGE, cursor })
      return rows.map(({ until: _, data, ...event }) => ({
        ...({ ...event, loop: id } as Omit<LoopEvent, 'data'>),
        data: JSON.parse(data) as LoopEvent['data'],
      }))
    },
  }
}
