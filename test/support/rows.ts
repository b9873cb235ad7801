import { paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import { table } from './keys.ts'
import { testStack, writtenPartitions } from './test-stack.ts'

/** Returns every row of the table, or every row that the filter accepts, over all pages. */
export const allRows = async (
  filter: Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues'> = {},
): Promise<readonly Record<string, unknown>[]> => {
  const input = { TableName: testStack().table, ConsistentRead: true, ...filter }
  const rows: Record<string, unknown>[] = []
  for await (const { Items = [] } of paginateScan({ client: table() }, input)) rows.push(...Items)
  return rows
}

/** Returns partition keys with this prefix, `<kind>#<first part>#`, of rows that functions have written. */
export const partitionsWith = async (prefix: string): Promise<readonly string[]> => {
  const written = writtenPartitions(prefix)
  if (written) return written
  const rows = await allRows({
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': prefix },
  })
  return [...new Set(rows.map(({ pk }) => String(pk)))]
}

/** Returns the rows of a job, its partition and tenant, and the rate-limit subject of an anonymous caller. */
export const rowsOf = async (
  jobId: string,
): Promise<{ items: number; pk: string; tenantId: string; network: string }> => {
  const jobRows = (await allRows()).filter(({ sk, deleted_at }) => sk === `JOB#${jobId}` && deleted_at === undefined)
  const pk = String(jobRows[0]?.pk)
  return { items: jobRows.length, pk, tenantId: pk.replace('TENANT#', ''), network: String(jobRows[0]?.network) }
}
