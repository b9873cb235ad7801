import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from '@signet/kernel'
import { fillTemplate } from '@signet/kernel/row-kind'
import { ingestRow } from '@signet/search/conversations/rows'

export interface ScanPosition {
  readonly gsi1sk: string
  readonly pk: string
  readonly sk: string
}

export interface EndedImports {
  readonly workspaces: ReadonlySet<string>
  readonly next: ScanPosition | undefined
}

/** Returns a page of workspaces with ended imports, ordered by `due`. The index is eventually consistent. */
export const endedImports =
  ({ db, table }: TableDeps) =>
  async (after: ScanPosition | undefined, limit: number): Promise<EndedImports> => {
    const gsi1pk = fillTemplate(ingestRow.index.gsi1pk, { standing: 'ended' })
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :ended',
        ExpressionAttributeValues: { ':ended': gsi1pk },
        Limit: limit,
        ...(after ? { ExclusiveStartKey: { ...after, gsi1pk } } : {}),
      }),
    )
    const { gsi1sk, pk, sk } = (LastEvaluatedKey ?? {}) as Readonly<Record<string, string>>
    const next = gsi1sk && pk && sk ? { gsi1sk, pk, sk } : undefined
    return { workspaces: new Set(Items.map(({ pk }) => String(pk).slice(ingestRow.prefix.length))), next }
  }
