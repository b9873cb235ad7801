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
export const verified = ({ headers, body }: ReceivedWebhook, secret: string, nowSeconds: number): object | string => {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (!id || !at || !signatures) return 'a header is missing'
  if (!/^\d+$/.test(at) || Math.abs(Number(at) - nowSeconds) > TOLERANCE_S) return 'the time is not within tolerance'
  if (!secret.startsWith('whsec_')) return 'the secret is no secret'
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  if (key.length < 24 || key.length > 64) return 'the secret has the wrong length'
  const wanted = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
  const isGood = signatures.split(' ').some((each) => {
    const [version, text = ''] = each.split(',')
    const got = Buffer.from(text, 'base64')
    return version === 'v1' && got.length === wanted.length && timingSafeEqual(got, wanted)
  })
  return isGood ? (JSON.parse(body) as object) : 'no signature is good'
}
