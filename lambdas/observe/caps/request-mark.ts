import { addMs, epochSeconds, rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { requestMarkRow } from '../contract/request-mark-row.ts'

/** A part of a request. It counts once within ten minutes. */
export interface RequestPart {
  readonly tenant: string
  readonly request: string
  readonly part: string
}

const MARK_MS = 600_000

export const requestMarkStep = ({ table, now }: Pick<TableDeps, 'table' | 'now'>, part: RequestPart): WriteStep => ({
  Put: {
    TableName: table,
    Item: { ...rowKey(requestMarkRow, part), ttl: epochSeconds(addMs(now(), MARK_MS)) },
    ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': epochSeconds(now()) },
  },
})
