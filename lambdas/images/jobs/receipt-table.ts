import type { TableDeps, WriteStep } from '@signet/kernel'
import { jobItemKey, keyOf } from './job-keys.ts'
import type { JobRow } from './job-row.ts'

/** The receipt of a job in its row, for the transaction that issues it. */
export interface JobReceipts {
  /** Holds only while the job is completed and nobody has begun to delete it: what opens a receipt never outlives it. */
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
