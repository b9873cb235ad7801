import { randomBytes } from 'node:crypto'
import { type Clock, epochSeconds, type GuardedFetch, type NewId } from '@signet/kernel'
import { type SecretState, signedHeaders, type WebhookSecrets } from '@signet/notifications/webhooks'
import * as z from 'zod'
import type { SecretOwner } from '../monitors/credential-store.ts'
import { signerOf } from '../monitors/tenant-key.ts'
import { ownHeaders } from './notification-of.ts'

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
const ANSWER_MAX = 65_536

const Echo = z.object({ challenge: z.string() })

const echoed = (body: Buffer): string | undefined => {
  try {
    return Echo.safeParse(JSON.parse(body.toString('utf8'))).data?.challenge
  } catch {
    return undefined
  }
}

/**
 * Tests whether an endpoint accepts deliveries: it must answer 2xx with the same challenge. The rest of the response is
 * neither stored nor reported.
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
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: { ...ownHeaders(token, notification), ...signed },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: ANSWER_MAX,
        allowAddresses,
      })
      const isGood = answer.status >= 200 && answer.status < 300
      return { verified: isGood && echoed(answer.body) === challenge, status: answer.status }
    } catch {
      return { verified: false }
    }
  }
