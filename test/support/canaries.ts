import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { table } from './keys.ts'

/** Keys of all rows of the table that hold one of these texts anywhere, in their keys or in a member. */
export const rowsNaming = async (texts: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table().send(
      new ScanCommand({ TableName: inject('stack').table, ExclusiveStartKey: from, ConsistentRead: true }),
    )
    for (const item of Items) {
      const written = JSON.stringify(item, (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      )
      if (texts.some((text) => written.includes(text))) found.push(`${item.pk} ${item.sk}`)
    }
    from = LastEvaluatedKey
  } while (from !== undefined)
  return found
}
