import { createHash } from 'node:crypto'
import type { Notification } from '@signet/notifications/webhooks'
import type { BatchRow } from '../cycles/cycle-rows.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'

/** Serializes a batch or the manifest of a cycle. Every attempt sends the same bytes. */
export const notificationOf = (
  { tenant, bodyFormat }: Pick<MonitorRow, 'tenant' | 'bodyFormat'>,
  { webhook_id, made_at, cycle, platform, events, counts, outcome, batches }: BatchRow,
): Notification => {
  const about = { tenantId: tenant, cycleId: cycle, platform }
  const manifest = { type: 'sentiment.manifest', timestamp: made_at, data: { ...about, outcome, counts, batches } }
  const batch =
    bodyFormat === 'bare' ? events : { type: 'sentiment.batch', timestamp: made_at, data: { ...about, events } }
  return { id: webhook_id, body: JSON.stringify(events === undefined ? manifest : batch) }
}

/** Returns the headers in addition to the signature: the bearer token of the specification, and a digest (RFC 9530). */
export const ownHeaders = (token: string, { body }: Notification): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
})
