import { randomBytes } from 'node:crypto'
import { type Clock, epochSeconds, type GuardedFetch, type NewId } from '@signet/kernel'
import { type SecretState, signedHeaders, type WebhookSecrets } from '@signet/notifications/webhooks'
import * as z from 'zod'
import type { SecretOwner } from '../monitors/credential-store.ts'
import { signerOf } from '../monitors/tenant-key.ts'
import { deliveryHeaders } from './notification-of.ts'

export interface TestDeps {
  readonly fetch: GuardedFetch
  readonly allowAddresses: readonly string[]
  readonly secrets: WebhookSecrets
  readonly newId: NewId
  readonly now: Clock
}

export interface TestDeliveryInput extends SecretOwner {
  readonly endpoint: string
  readonly token: string
  readonly signing: SecretState
}

export interface TestResult {
  readonly verified: boolean
  /** Undefined without a response, or if the endpoint is blocked. */
  readonly status?: number
}

const TIMEOUT_MS = 10_000
const RESPONSE_BYTES_MAX = 65_536

const Echo = z.object({ challenge: z.string() })

const challengeIn = (body: Buffer): string | undefined => {
  try {
    return Echo.safeParse(JSON.parse(body.toString('utf8'))).data?.challenge
  } catch {
    return undefined
  }
}

/**
 * Tests whether an endpoint accepts deliveries: it must respond with a 2xx status and the same challenge. No other part
 * of the response is stored or reported.
 */
export const testDelivery =
  ({ fetch, allowAddresses, secrets, newId, now }: TestDeps) =>
  async ({ org, tenant, endpoint, token, signing }: TestDeliveryInput): Promise<TestResult> => {
    const challenge = randomBytes(24).toString('base64url')
    const timestamp = now().toISOString()
    const body = JSON.stringify({ type: 'sentiment.test', timestamp, data: { tenantId: tenant, challenge } })
    const notification = { id: newId(), body }
    const signed = signedHeaders(
      notification,
      await secrets.signing(signerOf({ org, tenant }), signing),
      epochSeconds(now()),
    )
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...deliveryHeaders(token, notification), ...signed },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: RESPONSE_BYTES_MAX,
        allowAddresses,
      })
      const isGood = response.status >= 200 && response.status < 300
      return { verified: isGood && challengeIn(response.body) === challenge, status: response.status }
    } catch {
      return { verified: false }
    }
  }
