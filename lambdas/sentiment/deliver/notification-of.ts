import { createHash } from 'node:crypto'
import type { Notification } from '@signet/notifications/webhooks'
import type { BatchRow } from '../cycles/cycle-rows.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'

/** Serializes a batch or the manifest of a cycle. Every attempt sends the same bytes. */
export const notificationOf = (
  { tenant, bodyFormat }: Pick<MonitorRow, 'tenant' | 'bodyFormat'>,
  { webhook_id, created_at, cycle, platform, events, counts, outcome, batches }: BatchRow,
): Notification => {
  const cycleFields = { tenantId: tenant, cycleId: cycle, platform }
  const manifest = {
    type: 'sentiment.manifest',
    timestamp: created_at,
    data: { ...cycleFields, outcome, counts, batches },
  }
  const batch =
    bodyFormat === 'bare'
      ? events
      : { type: 'sentiment.batch', timestamp: created_at, data: { ...cycleFields, events } }
  return { id: webhook_id, body: JSON.stringify(events === undefined ? manifest : batch) }
}

/** Returns the headers in addition to the signature: the bearer token of the specification, and a digest (RFC 9530). */
export const deliveryHeaders = (token: string, { body }: Notification): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
})
