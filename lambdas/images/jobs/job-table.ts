import { allowedOperations } from '@signet/contracts'
import { settlementTable } from '@signet/ledger'
import { jobContract } from '../contract/job.ts'
import { type DeletionTable, deletionTable } from './deletion-table.ts'
import { dueEntry, type JobKey, keyOf } from './job-keys.ts'
import type { JobRow } from './job-row.ts'
import { webhookInRow } from './job-texts.ts'
import { nextDue } from './job-timing.ts'
import { dueWebhook } from './job-webhook.ts'
import {
  type EndingMove,
  type JobChange,
  type JobTableDeps,
  type JobWorkerTable,
  jobWorkerTable,
  movedRow,
  moveUpdate,
  type OpenMove,
} from './job-worker-table.ts'
import { settledWrite } from './settled-write.ts'

export type JobMove = OpenMove | EndingMove

/** The table for functions that may end a job. The write that ends a job also settles its charge. */
export interface JobTable extends Omit<JobWorkerTable, 'move'>, DeletionTable {
  getWithoutTexts(key: JobKey): Promise<JobRow | undefined>
  /**
   * Moves the job from the state in which it was read. Returns undefined if the contract does not allow the move, or if
   * the job has changed or was deleted since: the caller reads it again and decides.
   */
  move(row: JobRow, move: JobMove, change?: JobChange): Promise<JobRow | undefined>
}

const isEnding = (move: JobMove): move is EndingMove => move === 'finish' || move === 'fail'

const endUpdate = (table: string, row: JobRow, move: EndingMove, change: JobChange, endedAt: Date) => {
  const webhook = row.webhook && dueWebhook(row.webhook, endedAt)
  const changes = {
    ...change,
    completed_at: endedAt.toISOString(),
    event_pending: true as const,
    ...(webhook ? { webhook } : {}),
  }
  const sets = {
    ...changes,
    ...(webhook ? { webhook: webhookInRow(row, webhook) } : {}),
    ...dueEntry(keyOf(row), nextDue({ ...row, ...changes })),
  }
  return { changes, update: { TableName: table, ...moveUpdate(row, move, sets) } }
}

export const jobTable = (deps: JobTableDeps): JobTable => {
  const { db, table, now } = deps
  const workerTable = jobWorkerTable(deps)
  const { get: getWithoutTexts } = jobWorkerTable({ db, table, now })
  const settlement = settlementTable(deps)
  const write = settledWrite(deps)

  const end = async (row: JobRow, move: EndingMove, change: JobChange): Promise<JobRow | undefined> => {
    const endedAt = change.completed_at === undefined ? now() : new Date(change.completed_at)
    const { changes, update } = endUpdate(table, row, move, change, endedAt)
    const settle = async () => (move === 'finish' ? settlement.capture(row) : settlement.release(row))
    const isWritten = await write({ Update: update }, settle)
    return isWritten ? movedRow(row, update, changes) : undefined
  }

  return {
    ...workerTable,
    ...deletionTable(deps),
    getWithoutTexts,
    async move(row, move, change = {}) {
      if (!isEnding(move)) return workerTable.move(row, move, change)
      return allowedOperations(jobContract, row.state).includes(move) ? end(row, move, change) : undefined
    },
  }
}
