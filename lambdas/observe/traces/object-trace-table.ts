import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import type { SpanRecord } from '@signet/telemetry'
import { objectTraceRow } from '../contract/object-trace-row.ts'
import { expiryOf } from '../counters/units.ts'

/** Attributes with ids that operators do not search for, or that too many traces share. */
const EXCLUDED_ATTRIBUTES = new Set(['tenant_id', 'org_id', 'message_id', 'customer_id'])
const ID = /^[\w.:+-]{4,100}$/
const TRACES_MAX = 20

const idsOf = ({ attributes }: SpanRecord): readonly string[] =>
  Object.entries(attributes).flatMap(([name, id]) =>
    name.endsWith('_id') && !EXCLUDED_ATTRIBUTES.has(name) && typeof id === 'string' && ID.test(id) ? [id] : [],
  )

export type ObjectTraceTable = ReturnType<typeof objectTraceTable>

export const objectTraceTable = ({ db, table, now }: TableDeps) => ({
  async put(spans: readonly SpanRecord[]): Promise<void> {
    const ttl = expiryOf(now())
    const keys = new Map(
      spans.flatMap((span) => idsOf(span).map((id) => [`${id} ${span.traceId}`, { id, trace: span.traceId }])),
    )
    await Promise.all(
      [...keys.values()].map((key) =>
        db.send(new PutCommand({ TableName: table, Item: { ...rowKey(objectTraceRow, key), trace: key.trace, ttl } })),
      ),
    )
  },

  async tracesOf(id: string): Promise<readonly string[]> {
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf(objectTraceRow, { id }) },
      ConsistentRead: true,
      Limit: TRACES_MAX,
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      return Items.map(({ trace }) => String(trace))
    return []
  },
})
