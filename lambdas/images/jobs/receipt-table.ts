import type { TableDeps, WriteStep } from '@signet/kernel'
import { jobItemKey, keyOf } from './job-keys.ts'
import type { JobRow } from './job-row.ts'

/** Writes the receipt of a job into its row, in the transaction that issues it. */
export interface JobReceipts {
  /**
   * Fails the transaction unless the job is completed and no deletion has begun, so that no opening outlives its job.
   */
  note(row: JobRow, hash: string): WriteStep
}

export const jobReceipts = ({ table }: Pick<TableDeps, 'table'>): JobReceipts => ({
  note: (row, hash) => ({
    Update: {
      TableName: table,
      Key: jobItemKey(keyOf(row)),
      UpdateExpression: 'SET receipt = :hash',
      ConditionExpression: '#state = :completed AND attribute_not_exists(removal_began_at)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':hash': hash, ':completed': 'completed' },
    },
  }),
})
