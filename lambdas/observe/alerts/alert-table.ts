import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { AlertRecord } from '@signet/telemetry'
import { alertIdRow, alertRow, StoredAlert } from '../contract/alerts.ts'
import { expiryOf, orderOf, usOf } from '../counters/units.ts'

const storedAlertOf = (
  worker: string,
  { id, rule, status, start, ...alert }: AlertRecord,
  toldAt: number,
): StoredAlert => ({
  id,
  worker,
  rule: rule.name,
  severity: rule.severity,
  status,
  message: alert.message,
  value: alert.value ?? null,
  start,
  end: status === 'firing' ? null : (alert.end ?? toldAt),
  metadata: { ...alert.metadata },
  toldAt,
})

const keyOf = (tenant: string, { id, start }: StoredAlert) =>
  rowKey(alertRow, { tenant, order: orderOf(usOf(start)), id })

/**
 * A resolved incident fires again only with a new start. An incident with an earlier start never replaces a later one.
 */
const isOvertaken = (before: StoredAlert, next: StoredAlert): boolean =>
  next.start < before.start || (next.start === before.start && before.status === 'resolved' && next.status === 'firing')

const parsedAlert = (state: unknown): StoredAlert => StoredAlert.parse(JSON.parse(String(state)))

const stepsOf = (table: string, tenant: string, next: StoredAlert, before: string | undefined): WriteStep[] => {
  const key = keyOf(tenant, next)
  const oldKey = before === undefined ? undefined : keyOf(tenant, parsedAlert(before))
  const storedMembers = { state: JSON.stringify(next), ttl: expiryOf(new Date(next.toldAt)) }
  return [
    {
      Put: {
        TableName: table,
        Item: { ...rowKey(alertIdRow, { tenant, id: next.id }), ...storedMembers },
        ConditionExpression: before === undefined ? 'attribute_not_exists(#state)' : '#state = :before',
        ExpressionAttributeNames: { '#state': 'state' },
        ...(before !== undefined && { ExpressionAttributeValues: { ':before': before } }),
      },
    },
    { Put: { TableName: table, Item: { ...key, ...storedMembers } } },
    ...(oldKey && oldKey.sk !== key.sk ? [{ Delete: { TableName: table, Key: oldKey } }] : []),
  ]
}

export type AlertTable = ReturnType<typeof alertTable>

export const alertTable = (deps: TableDeps) => {
  const { db, table, now } = deps
  const textOf = async (tenant: string, id: string): Promise<string | undefined> => {
    const Key = rowKey(alertIdRow, { tenant, id })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && String(Item.state)
  }
  const putOne = (tenant: string, worker: string, alert: AlertRecord): Promise<void> =>
    transact<void>(deps, async () => {
      const before = await textOf(tenant, alert.id)
      const next = storedAlertOf(worker, alert, now().getTime())
      const kept = before === undefined ? undefined : parsedAlert(before)
      const stays = kept !== undefined && (kept.isOurs === true || isOvertaken(kept, next))
      return { steps: stays ? [] : stepsOf(table, tenant, next, before), result: undefined }
    })
  return {
    /**
     * Returns the writes that replace the stored incident of a rule. They fail if the stored incident has changed
     * since.
     */
    steps: async (tenant: string, next: StoredAlert): Promise<readonly WriteStep[]> =>
      stepsOf(table, tenant, next, await textOf(tenant, next.id)),

    async put(tenant: string, worker: string, alerts: readonly AlertRecord[]): Promise<void> {
      for (const alert of alerts) await putOne(tenant, worker, alert)
    },

    async newest(
      tenant: string,
      limit: number,
      shows: (alert: StoredAlert) => boolean,
    ): Promise<readonly StoredAlert[]> {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: { ':pk': partitionOf(alertRow, { tenant }), ':start': 'AT#' },
        ConsistentRead: true,
      }
      const alerts: StoredAlert[] = []
      for await (const { Items = [] } of paginateQuery({ client: db }, query)) {
        alerts.push(...Items.map(({ state }) => parsedAlert(state)).filter(shows))
        if (alerts.length >= limit) break
      }
      return alerts.slice(0, limit)
    },
  }
}
