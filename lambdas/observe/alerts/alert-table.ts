import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { AlertRecord } from '@signet/telemetry'
import { alertIdRow, alertRow, StoredAlert } from '../contract/alerts.ts'
import { expiryOf, newestFirstKey, usOf } from '../counters/units.ts'

const storedAlertOf = (
  worker: string,
  { id, rule, status, start, ...alert }: AlertRecord,
  reportedAt: number,
): StoredAlert => ({
  id,
  worker,
  rule: rule.name,
  severity: rule.severity,
  status,
  message: alert.message,
  value: alert.value ?? null,
  start,
  end: status === 'firing' ? null : (alert.end ?? reportedAt),
  metadata: { ...alert.metadata },
  reportedAt,
})

const keyOf = (tenant: string, { id, start }: StoredAlert) =>
  rowKey(alertRow, { tenant, order: newestFirstKey(usOf(start)), id })

/**
 * Checks if a report must not replace the stored incident: its start is earlier, or it reopens a resolved incident with
 * the same start.
 */
const isOutdated = (report: StoredAlert, stored: StoredAlert): boolean =>
  report.start < stored.start ||
  (report.start === stored.start && stored.status === 'resolved' && report.status === 'firing')

const parsedAlert = (state: unknown): StoredAlert => StoredAlert.parse(JSON.parse(String(state)))

const stepsOf = (table: string, tenant: string, next: StoredAlert, storedText: string | undefined): WriteStep[] => {
  const key = keyOf(tenant, next)
  const oldKey = storedText === undefined ? undefined : keyOf(tenant, parsedAlert(storedText))
  const attributes = { state: JSON.stringify(next), ttl: expiryOf(new Date(next.reportedAt)) }
  return [
    {
      Put: {
        TableName: table,
        Item: { ...rowKey(alertIdRow, { tenant, id: next.id }), ...attributes },
        ConditionExpression: storedText === undefined ? 'attribute_not_exists(#state)' : '#state = :before',
        ExpressionAttributeNames: { '#state': 'state' },
        ...(storedText !== undefined && { ExpressionAttributeValues: { ':before': storedText } }),
      },
    },
    { Put: { TableName: table, Item: { ...key, ...attributes } } },
    ...(oldKey && oldKey.sk !== key.sk ? [{ Delete: { TableName: table, Key: oldKey } }] : []),
  ]
}

export type AlertTable = ReturnType<typeof alertTable>

export const alertTable = (deps: TableDeps) => {
  const { db, table, now } = deps
  const readText = async (tenant: string, id: string): Promise<string | undefined> => {
    const Key = rowKey(alertIdRow, { tenant, id })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && String(Item.state)
  }
  const putOne = (tenant: string, worker: string, alert: AlertRecord): Promise<void> =>
    transact<void>(deps, async () => {
      const storedText = await readText(tenant, alert.id)
      const next = storedAlertOf(worker, alert, now().getTime())
      const stored = storedText === undefined ? undefined : parsedAlert(storedText)
      const keepsStored = stored !== undefined && (stored.isFromRule === true || isOutdated(next, stored))
      return { steps: keepsStored ? [] : stepsOf(table, tenant, next, storedText), result: undefined }
    })
  return {
    /**
     * Returns the writes that replace the stored incident of a rule. They fail if another write has changed the stored
     * incident in the meantime.
     */
    steps: async (tenant: string, next: StoredAlert): Promise<readonly WriteStep[]> =>
      stepsOf(table, tenant, next, await readText(tenant, next.id)),

    async put(tenant: string, worker: string, alerts: readonly AlertRecord[]): Promise<void> {
      for (const alert of alerts) await putOne(tenant, worker, alert)
    },

    /** Returns visible incidents, newest start first. */
    async newest(
      tenant: string,
      limit: number,
      isVisible: (alert: StoredAlert) => boolean,
    ): Promise<readonly StoredAlert[]> {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
        ExpressionAttributeValues: { ':pk': partitionOf(alertRow, { tenant }), ':start': 'AT#' },
        ConsistentRead: true,
      }
      const alerts: StoredAlert[] = []
      for await (const { Items = [] } of paginateQuery({ client: db }, query)) {
        alerts.push(...Items.map(({ state }) => parsedAlert(state)).filter(isVisible))
        if (alerts.length >= limit) break
      }
      return alerts.slice(0, limit)
    },
  }
}
