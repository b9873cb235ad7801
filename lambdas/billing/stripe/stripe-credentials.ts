import { type SecretSource, unavailable } from '@signet/kernel'
import * as z from 'zod'
import type { Mode } from './payment-processor.ts'

/** Value of the secret. During a rotation, two webhook secrets are valid. */
const Credentials = z.object({
  api_key: z.string().regex(/^(?:sk|rk)_(?:test|live)_\w+$/),
  webhook_secrets: z.array(z.string().regex(/\S/)).min(1).max(2),
})

export interface StripeCredentials {
  readonly apiKey: string
  readonly webhookSecrets: readonly string[]
  readonly mode: Mode
}

const RETRY_SECONDS = 60

const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'ResourceNotFoundException'

/**
 * Reads the credentials of Stripe. The prefix of the key determines the mode.
 * @throws Refusal 503 while the secret has no value; Error, without the value, for a malformed one
 */
export const readCredentials = async (secret: SecretSource): Promise<StripeCredentials> => {
  const text = await secret().catch((error: unknown) => {
    throw isMissing(error)
      ? unavailable('Payments are not configured on this deployment yet. Try again later', RETRY_SECONDS, error)
      : error
  })
  const parsed = Credentials.safeParse(parsedJson(text))
  if (!parsed.success) throw new Error('The Stripe secret must be {"api_key":"sk_…","webhook_secrets":["whsec_…"]}')
  const { api_key: apiKey, webhook_secrets: webhookSecrets } = parsed.data
  return { apiKey, webhookSecrets, mode: /^.k_live_/.test(apiKey) ? 'live' : 'test' }
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
