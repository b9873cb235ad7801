import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { table } from './keys.ts'

/** The rows of this job, the partition and tenant that they stand under, and by what an anonymous caller was counted. */
export const rowsOf = async (
  jobId: string,
): Promise<{ items: number; pk: string; tenantId: string; network: string }> => {
  const { Items = [] } = await table().send(new ScanCommand({ TableName: inject('stack').table }))
  const found = Items.filter(({ sk, deleted_at }) => sk === `JOB#${jobId}` && deleted_at === undefined)
  const pk = String(found[0]?.pk)
  return { items: found.length, pk, tenantId: pk.replace('TENANT#', ''), network: String(found[0]?.network) }
}
