import { join } from 'node:path'
import { variablesOf } from '@signet/kernel/access'
import { PRODUCTS } from '@signet/ledger'
import type { EmbeddedAws } from './aws/ports.ts'
import { awsCall } from './aws-call.ts'
import type { LocalFunction } from './function-model.ts'
import { type RunningStripe, startStripe } from './stripe/stripe-server.ts'

/** Stripe's address in the templates. The runner replaces it with the stand-in's. */
export const STRIPE_ADDRESS = 'https://api.stripe.com'

const WEBHOOK_PATH = '/api/billing/webhook'

const [SECRET_VARIABLE = ''] = variablesOf({ secrets: { read: ['stripe'] } })

export const CATALOG = Object.entries(PRODUCTS).map(([lookupKey, { title, cents, billed }]) => ({
  lookupKey,
  cents,
  isMonthly: billed === 'monthly',
  name: title,
}))

export interface PaymentDeps {
  /** 0 uses any free port. */
  readonly port: number
  readonly state: string
  readonly aws: Pick<EmbeddedAws, 'endpoint' | 'clock'>
  readonly functions: readonly Pick<LocalFunction, 'environment'>[]
  readonly platform: () => string | undefined
  readonly log: (line: string) => void
}

/**
 * Creates the stand-in for Stripe if functions of the templates use Stripe. Writes its keys to the secrets that these
 * functions read. It has no effect until `start` is called.
 */
export const standInForStripe = async (deps: PaymentDeps): Promise<RunningStripe | undefined> => {
  const { port, state, aws, functions, platform, log } = deps
  const callers = functions.filter(({ environment }) => Object.values(environment).includes(STRIPE_ADDRESS))
  if (callers.length === 0) return undefined
  const webhooks = () => {
    const url = platform()
    return url === undefined ? [] : [{ name: 'platform', url: `${url}${WEBHOOK_PATH}` }]
  }
  const stripe = await startStripe({
    port,
    dir: join(state, 'stripe'),
    clock: aws.clock,
    catalog: CATALOG,
    webhooks,
    log,
  })
  const value = { api_key: stripe.apiKey, webhook_secrets: [stripe.webhookSecret] }
  for (const id of new Set(callers.flatMap(({ environment }) => environment[SECRET_VARIABLE] ?? []))) {
    const input = { SecretId: id, SecretString: JSON.stringify(value) }
    await awsCall(aws.endpoint, 'secretsmanager.PutSecretValue', input)
  }
  return stripe
}
