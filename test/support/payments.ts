import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { personalTenantOf } from '@signet/identity'
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import type { TenantUsage } from '../../lambdas/images/contract/tenants.ts'
import type { Answer } from './api.ts'
import { table } from './keys.ts'
import { asPerson, newPerson, type Person } from './people.ts'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

/** The members of GET /api/billing that tests read. */
export interface Billing {
  readonly tier: string
  readonly plan: string | null
  readonly source: string | null
  readonly renewsAt: string | null
  readonly endsAt: string | null
  readonly isPastDue: boolean
  readonly hasSavedCard: boolean
  readonly mayManage: boolean
  readonly credits: { readonly balance: number; readonly held: number }
  readonly subscriptions: readonly { readonly productKey: string | null; readonly status: string }[]
  readonly products: readonly string[]
}

interface CheckoutReply {
  readonly url: string
  readonly error?: string
  readonly code?: string
  readonly currentTier?: string
  readonly accepted?: readonly string[]
}

/** Creates a person and their organization. */
export const newBuyer = async (): Promise<{ person: Person; userId: string; org: string }> => {
  const person = await newPerson()
  const { body } = await asPerson<{ userId: string; orgId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })
  return { person, userId: body.userId, org: body.orgId }
}

export const billingOf = async (person: Person): Promise<Billing> =>
  (await asPerson<Billing>(person, 'GET', '/api/billing', { as: 'getBilling' })).body

export const checkout = (person: Person, productKey?: string): Promise<Answer<CheckoutReply>> =>
  asPerson<CheckoutReply>(person, 'POST', '/api/billing/checkout', {
    body: productKey === undefined ? {} : { productKey },
    as: 'startCheckout',
  })

/** Pays on a page of the stand-in by its form. Returns the address of the redirect, or the status without one. */
export const payByForm = async (url: string, number = '4242 4242 4242 4242'): Promise<string> => {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ number, action: 'pay' }),
    redirect: 'manual',
  })
  return String(answer.headers.get('location') ?? answer.status)
}

/** Waits, up to a limit, until the organization's billing has these values. */
export const waitForBilling = (person: Person, expected: Partial<Billing>): Promise<void> =>
  expect.poll(() => billingOf(person), { timeout: 30_000 }).toMatchObject(expected)

/** Creates a person who has paid for the Pro plan. */
export const newSubscriber = async (): Promise<{ person: Person; userId: string; org: string }> => {
  const buyer = await newBuyer()
  const { body } = await checkout(buyer.person)
  await payByForm(body.url)
  await waitForBilling(buyer.person, { tier: 'pro' })
  return buyer
}

const standIn = () => {
  const { stripe } = testStack()
  if (!stripe) throw new Error('This stack has no stand-in for Stripe')
  return stripe
}

/** Changes a person's role in their organization to member. */
export const demote = async (userId: string): Promise<void> => {
  const org = personalTenantOf(userId)
  const since = '2026-01-01T00:00:00.000Z'
  const Item = { pk: `ORG#${org}`, sk: `MEMBER#${userId}`, org_id: org, user_id: userId, role: 'member', since }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
}

const secrets = sdkClient((options) => new SecretsManagerClient(options))

const credentialsOfStripe = async (): Promise<{ api_key: string; webhook_secrets: readonly string[] }> => {
  const { SecretString = '{}' } = await secrets().send(new GetSecretValueCommand({ SecretId: standIn().secret }))
  return JSON.parse(SecretString)
}

/** Returns the secret of the webhook, for events that a test signs. */
export const webhookSecret = async (): Promise<string> => String((await credentialsOfStripe()).webhook_secrets[0])

/** Returns the key of Stripe's API, to read its objects. */
export const stripeKey = async (): Promise<string> => (await credentialsOfStripe()).api_key

/** Returns a client of Stripe's API, to read and change what an operator can in Stripe's dashboard. */
export const stripeDashboard = async (): Promise<Stripe> => {
  const { hostname, port } = new URL(standIn().url)
  return new Stripe(await stripeKey(), { host: hostname, port, protocol: 'http' })
}

/** Simulates actions of banks and card holders, by the stand-in's control API. */
export const callBankControl = async <Body>(path: string, body: object): Promise<Body> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${standIn().url}/_local${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST /_local${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Body
}

/** Returns the credits in a bucket of the organization's account. */
export const creditsIn = async (person: Person, org: string, bucket: string): Promise<number | undefined> => {
  const { body } = await asPerson<TenantUsage>(person, 'GET', `/v2/tenants/${org}/usage`, { as: 'getTenantUsage' })
  return body.buckets.find(({ name }) => name === bucket)?.credits
}

/** Buys credits with the saved card. */
export const buyCredits = <Body = { paymentId: string; status: string }>(
  person: Person,
  idempotencyKey: string,
  packId = 'agent-credits-500',
) => asPerson<Body>(person, 'POST', '/api/billing/purchases', { body: { packId, idempotencyKey }, as: 'buyCredits' })

/**
 * Creates a person who has bought the Pro plan with a Visa card. `name` is the card that they save afterwards, in
 * Stripe's test names; by default they keep the first.
 */
export const buyerWithCard = async (
  name = 'pm_card_visa',
): Promise<{ person: Person; userId: string; org: string; customer: string }> => {
  const buyer = await newBuyer()
  const { url } = (await checkout(buyer.person)).body
  const stripe = await stripeDashboard()
  const customer = String((await stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '')).customer)
  await payByForm(url)
  await waitForBilling(buyer.person, { tier: 'pro', hasSavedCard: true })
  if (name !== 'pm_card_visa') {
    const { id } = await stripe.paymentMethods.attach(name, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  }
  return { ...buyer, customer }
}

/** Runs work while Stripe refuses the key of every request. */
export const whileStripeRefuses = async (work: () => Promise<void>): Promise<void> => {
  await callBankControl('/outages', { times: 1_000, status: 401 })
  try {
    await work()
  } finally {
    await callBankControl('/outages', { times: 0 })
  }
}
