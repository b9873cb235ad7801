import { createHmac } from 'node:crypto'

/** Prefix of a secret (Standard Webhooks 1.0, signature scheme). */
export const SECRET_PREFIX = 'whsec_'

export interface Notification {
  /** The same id in every attempt, so that receivers recognize duplicates. */
  readonly id: string
  /** The same bytes in every attempt. */
  readonly body: string
}

/** Returns `v1,<base64>`: HMAC-SHA256 over id, time in epoch seconds and body (Standard Webhooks 1.0). */
const signatureOf = (secret: string, { id, body }: Notification, atSeconds: number): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`
}

export const signedHeaders = (notification: Notification, secrets: readonly string[], atSeconds: number) => ({
  'content-type': 'application/json',
  'user-agent': 'signet-webhooks/1',
  'webhook-id': notification.id,
  'webhook-timestamp': String(atSeconds),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, notification, atSeconds)).join(' '),
})
