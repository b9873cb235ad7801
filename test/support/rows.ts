import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { table } from './keys.ts'

/** The rows that carry this job id, and the partition and tenant that they stand under. */
export const rowsOf = async (jobId: string): Promise<{ items: number; pk: string; tenantId: string }> => {
  const { Items = [] } = await table().send(new ScanCommand({ TableName: inject('stack').table }))
  const found = Items.filter((item) => item.job_id === jobId && String(item.sk).startsWith('JOB#'))
  return { items: found.length, pk: String(found[0]?.pk), tenantId: String(found[0]?.tenant_id) }
}
