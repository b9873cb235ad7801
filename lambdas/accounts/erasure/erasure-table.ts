import { erasureAnswerRow, erasureRow } from '@signet/erasure/rows'
import { addMs, overdueRows, type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'

export type ErasureRow = RowOf<typeof erasureRow>

const DAY_MS = 86_400_000

export const GRACE_DAYS = 14

/** Days for which the row is stored after the erasure. It then contains neither the user nor the organization. */
const RETENTION_DAYS = 30

/** Interval between two events. Services answer within minutes. */
const ROUND_INTERVAL_MS = 15 * 60_000

export interface DeletedAccount {
  readonly id: string
  readonly org: string
  readonly user?: string
  readonly email?: string | undefined
  readonly askedBy: string
}

/**
 * Returns the ID of one erasure in events and answers. A user who signs up and deletes their account again gets a new
 * ID, so that earlier answers do not count.
 */
export const erasureIdOf = ({ id, asked_at }: Pick<ErasureRow, 'id' | 'asked_at'>): string => `${id}@${asked_at}`

export const personErasure = (user: string): string => `person-${user}`
export const organizationErasure = (org: string): string => `org-${org}`

export interface ErasureTable {
  get(id: string): Promise<ErasureRow | undefined>
  /** Starts the grace period, 14 days unless `graceDays` is set. Repeated calls change nothing. */
  schedule(account: DeletedAccount, graceDays?: number): Promise<ErasureRow>
  /** Cancels the deletion. Returns false if none is scheduled or the erasure has started. */
  cancel(id: string): Promise<boolean>
  overdue(): AsyncGenerator<string>
  /** Starts the erasure, which cannot be canceled. Returns undefined if the deletion was canceled. */
  begin(id: string): Promise<ErasureRow | undefined>
  erasedServices(row: ErasureRow): Promise<readonly string[]>
  startNextRound(row: ErasureRow, steps: (next: ErasureRow) => readonly WriteStep[]): Promise<ErasureRow>
  /** Marks the erasure as finished, and removes the email address and all IDs of the account from the row. */
  finish(row: ErasureRow): Promise<void>
}

const newErasure = (
  { id, org, user, email, askedBy }: DeletedAccount,
  { at, graceDays, until }: { readonly at: Date; readonly graceDays: number; readonly until: string },
): ErasureRow => {
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

export const erasureTable = (deps: TableDeps): ErasureTable => {
  const { now } = deps
  const rows = rowTable(erasureRow, deps)
  const answers = rowTable(erasureAnswerRow, deps)
  /** Expiry of an unfinished erasure's row. Each round extends it, so that the row does not expire before the end. */
  const openUntil = (): string => addMs(now(), 365 * DAY_MS).toISOString()

  return {
    get: (id) => rows.get({ id }),
    schedule: (account, graceDays = GRACE_DAYS) =>
      transact(deps, async () => {
        const { id } = account
        const earlier = await rows.get({ id })
        if (earlier && earlier.state !== 'erased') return { result: earlier }
        const row = newErasure(account, { at: now(), graceDays, until: openUntil() })
        const step = earlier ? rows.steps.replace({ id }, row, { state: 'erased' }) : rows.steps.putNew({ id }, row)
        return { steps: [step], result: row }
      }),
    cancel: (id) => rows.remove({ id }, { state: 'waiting' }),
    async *overdue() {
      for await (const { partition } of overdueRows(deps, erasureRow)) yield partition
    },
    begin: (id) =>
      transact<ErasureRow | undefined>(deps, async () => {
        const row = await rows.get({ id })
        if (row?.state !== 'waiting') return { result: row?.state === 'erasing' ? row : undefined }
        const erasingRow: ErasureRow = { ...row, state: 'erasing' }
        return { steps: [rows.steps.replace({ id }, erasingRow, { state: 'waiting' })], result: erasingRow }
      }),
    erasedServices: async (row) => (await answers.all({ id: erasureIdOf(row) })).map(({ service }) => service),
    async startNextRound(row, steps) {
      const { id, rounds } = row
      const due = addMs(now(), ROUND_INTERVAL_MS).toISOString()
      const next: ErasureRow = { ...row, due, rounds: rounds + 1, until: openUntil() }
      const step = rows.steps.replace({ id }, next, { state: 'erasing', rounds })
      return transact(deps, async () => ({ steps: [step, ...steps(next)], result: next }))
    },
    async finish(row) {
      const { id, asked_at, erases_at, rounds, due } = row
      const until = addMs(now(), RETENTION_DAYS * DAY_MS).toISOString()
      const erasedRow: ErasureRow = { id, asked_at, erases_at, rounds, due, state: 'erased', standing: 'over', until }
      await rows.replace({ id }, erasedRow, { state: 'erasing' })
    },
  }
}
