import { createHmac, timingSafeEqual } from 'node:crypto'

/** Headers and body that a receiver got. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

const TOLERANCE_S = 300

/**
 * Verifies a notification, written from the specification alone (Standard Webhooks 1.0, verifying signatures). Returns
 * the event, or a sentence about the problem.
 */
export const verifyWebhook = (
  { headers, body }: ReceivedWebhook,
  secret: string,
  nowSeconds: number,
): object | string => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (!id || !timestamp || !signatures) return 'a header is missing'
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - nowSeconds) > TOLERANCE_S)
    return 'the time is not within tolerance'
  if (!secret.startsWith('whsec_')) return 'the secret does not start with whsec_'
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  if (key.length < 24 || key.length > 64) return 'the secret has the wrong length'
  const expectedSignature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const isValid = signatures.split(' ').some((each) => {
    const [version, text = ''] = each.split(',')
    const receivedSignature = Buffer.from(text, 'base64')
    return (
      version === 'v1' &&
      receivedSignature.length === expectedSignature.length &&
      timingSafeEqual(receivedSignature, expectedSignature)
    )
  })
  return isValid ? (JSON.parse(body) as object) : 'no signature is valid'
}
