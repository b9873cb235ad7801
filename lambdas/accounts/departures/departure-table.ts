import { addMs, overdueRows, type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { departureAnswerRow, departureRow } from '@signet/erasure/rows'

export type DepartureRow = RowOf<typeof departureRow>

const DAY_MS = 86_400_000

/** Days in which a deletion can be undone. */
export const GRACE_DAYS = 14

/** How long it is remembered that they left, without who they were. */
const REMEMBERED_DAYS = 30

/** Services answer within minutes; whoever has not is told again after this. */
const AGAIN_MS = 15 * 60_000

/** Who leaves. */
export interface Leaver {
  readonly id: string
  readonly org: string
  readonly user?: string
  readonly email?: string | undefined
  readonly askedBy: string
}

/**
 * The id by which services are told of a departure, and answer. Who comes back and leaves again has another one: what
 * was answered the first time says nothing of what they have made since.
 */
export const occasionOf = ({ id, asked_at }: Pick<DepartureRow, 'id' | 'asked_at'>): string => `${id}@${asked_at}`

export const personDeparture = (user: string): string => `person-${user}`
export const organisationDeparture = (org: string): string => `org-${org}`

/** Departures of people and organisations, until every service has answered. */
export interface DepartureTable {
  get(id: string): Promise<DepartureRow | undefined>
  /** Begins the time in which it can be undone; without `graceDays` of its own that is 14 days. Repeating changes nothing. */
  ask(leaver: Leaver, graceDays?: number): Promise<DepartureRow>
  /** False: nothing waits, or the erasing has begun. */
  undo(id: string): Promise<boolean>
  /** Ids of those whose time has come, or whom services have not answered. */
  overdue(): AsyncGenerator<string>
  /** From now on it cannot be undone. Undefined if it was undone. */
  begin(id: string): Promise<DepartureRow | undefined>
  /** Services that have answered this departure. */
  answered(row: DepartureRow): Promise<readonly string[]>
  /** Another round, with the writes of its event. */
  again(row: DepartureRow, steps: (next: DepartureRow) => readonly WriteStep[]): Promise<DepartureRow>
  /** Everything is erased: the row keeps no address and nobody's name. */
  end(row: DepartureRow): Promise<void>
}

/** The row of somebody who has just asked. */
const asked = (
  { id, org, user, email, askedBy }: Leaver,
  { at, graceDays, until }: { readonly at: Date; readonly graceDays: number; readonly until: string },
): DepartureRow => {
  const erasesAt = addMs(at, graceDays * DAY_MS).toISOString()
  return {
    id,
    org_id: org,
    asked_by: askedBy,
    asked_at: at.toISOString(),
    erases_at: erasesAt,
    ...(user === undefined ? {} : { user_id: user }),
    ...(email === undefined ? {} : { email }),
    state: 'waiting',
    standing: 'open',
    due: erasesAt,
    rounds: 0,
    until,
  }
}

export const departureTable = (deps: TableDeps): DepartureTable => {
  const { now } = deps
  const rows = rowTable(departureRow, deps)
  const answers = rowTable(departureAnswerRow, deps)
  const stillOpen = (): string => addMs(now(), 365 * DAY_MS).toISOString()

  return {
    get: (id) => rows.get({ id }),
    ask: (leaver, graceDays = GRACE_DAYS) =>
      transact(deps, async () => {
        const { id } = leaver
        const earlier = await rows.get({ id })
        if (earlier && earlier.state !== 'erased') return { result: earlier }
        const row = asked(leaver, { at: now(), graceDays, until: stillOpen() })
        const step = earlier ? rows.steps.replace({ id }, row, { state: 'erased' }) : rows.steps.putNew({ id }, row)
        return { steps: [step], result: row }
      }),
    undo: (id) => rows.remove({ id }, { state: 'waiting' }),
    async *overdue() {
      for await (const { partition } of overdueRows(deps, departureRow)) yield partition
    },
    begin: (id) =>
      transact<DepartureRow | undefined>(deps, async () => {
        const row = await rows.get({ id })
        if (row?.state !== 'waiting') return { result: row?.state === 'erasing' ? row : undefined }
        const begun: DepartureRow = { ...row, state: 'erasing' }
        return { steps: [rows.steps.replace({ id }, begun, { state: 'waiting' })], result: begun }
      }),
    answered: async (row) => (await answers.all({ id: occasionOf(row) })).map(({ service }) => service),
    async again(row, steps) {
      const { id, rounds } = row
      const due = addMs(now(), AGAIN_MS).toISOString()
      const next: DepartureRow = { ...row, due, rounds: rounds + 1, until: stillOpen() }
      const replaced = rows.steps.replace({ id }, next, { state: 'erasing', rounds })
      return transact(deps, async () => ({ steps: [replaced, ...steps(next)], result: next }))
    },
    async end(row) {
      const { id, asked_at, erases_at, rounds, due } = row
      const until = addMs(now(), REMEMBERED_DAYS * DAY_MS).toISOString()
      const over: DepartureRow = { id, asked_at, erases_at, rounds, due, state: 'erased', standing: 'over', until }
      await rows.replace({ id }, over, { state: 'erasing' })
    },
  }
}
