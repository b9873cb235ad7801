import { addMs, epochSeconds, rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { onceRow } from '../contract/request-row.ts'

/** A part of a request. It counts once within ten minutes. */
export interface RequestPart {
  readonly tenant: string
  readonly request: string
  readonly part: string
}

const ONCE_MS = 600_000

export const onceStep = ({ table, now }: Pick<TableDeps, 'table' | 'now'>, part: RequestPart): WriteStep => ({
  Put: {
    TableName: table,
    Item: { ...rowKey(onceRow, part), ttl: epochSeconds(addMs(now(), ONCE_MS)) },
    ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': epochSeconds(now()) },
  },
})
