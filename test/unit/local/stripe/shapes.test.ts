import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DAY, freshWorlds, stripeWorld, subscribeCustomer } from './stripe-world.ts'

freshWorlds()

type Fields = Readonly<Record<string, unknown>>

const readExamples = async (): Promise<Readonly<Record<string, Fields>>> => {
  const text = await readFile(new URL('../../../fixtures/stripe/fixtures3.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { resources: Record<string, Fields> }).resources
}

/**
 * Fields, as `kind.path`, that are newer than the published examples or missing from them. The SDK's types, which check
 * every object, have them.
 */
const NEWER_FIELDS: readonly string[] = [
  'billing_portal.configuration.features.subscription_cancel.cancellation_reason.feedback_options',
  'billing_portal.configuration.features.subscription_pause',
  'charge.outcome.risk_level',
  'charge.payment_method_details.card.electronic_commerce_indicator',
  'checkout.session.allowed_payment_method_types',
  'dispute.evidence_details.submission_method',
  'dispute.intended_submission_method',
  'invoice.lines.data[].pricing.price_details',
  'invoice_payment.payment.payment_intent',
  'line_item.pricing.price_details',
  'payment_intent.allowed_payment_method_types',
  'payment_intent.automatic_payment_methods.allow_redirects',
  'payment_intent.payment_record',
  'product.tax_details',
  'subscription.billing_mode.flexible.proration_discounts',
  'subscription.billing_mode.updated_at',
  'subscription.cancellation_details.feedback_option',
  'subscription.items.data[].current_trial',
  'subscription.trial_settings.end_behavior.billing_cycle_anchor',
  'subscription_item.current_trial',
]

/** Fields of the examples that appear only on request, or only for other payment methods. */
const CONDITIONAL_FIELDS: readonly string[] = [
  'charge.payment_method_details.card.extended_authorization',
  'charge.payment_method_details.card.incremental_authorization',
  'charge.payment_method_details.card.multicapture',
  'charge.payment_method_details.card.network_token',
  'charge.payment_method_details.card.overcapture',
  'charge.refunds',
]

/** Fields with arbitrary content. */
const FREE_FORM_FIELDS = ['metadata', 'data']

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the paths at which two objects have different field names. The first element of a list represents all. */
function differences(path: string, actual: unknown, example: unknown): string[] {
  if (Array.isArray(actual) && Array.isArray(example))
    return actual.length > 0 && example.length > 0 ? differences(`${path}[]`, actual[0], example[0]) : []
  if (!isFields(actual) || !isFields(example) || FREE_FORM_FIELDS.includes(path.split('.').at(-1) ?? '')) return []
  const names = [...new Set([...Object.keys(actual), ...Object.keys(example)])]
  return names.flatMap((name) => {
    const at = `${path}.${name}`
    if (!(name in example)) return NEWER_FIELDS.includes(at) ? [] : [`${at} is not in the example`]
    if (!(name in actual)) return CONDITIONAL_FIELDS.includes(at) ? [] : [`${at} is missing`]
    return differences(at, actual[name], example[name])
  })
}

/** Returns one object of each kind, as the API returns it. */
async function apiObjects(): Promise<Map<string, Fields>> {
  const world = await stripeWorld()
  const { customer, session } = await subscribeCustomer(world)
  await world.clock.advance(32 * DAY)
  await world.waitUntilSettled()
  const { url, running } = world
  const callApi = async (path: string, body?: string): Promise<Fields> => {
    const headers = { authorization: `Bearer ${running.apiKey}` }
    const response = await fetch(
      `${url}/v1/${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body },
    )
    return (await response.json()) as Fields
  }
  const first = async (path: string): Promise<Fields> => ((await callApi(path)) as { data: Fields[] }).data[0] ?? {}
  const subscription = await first('subscriptions')
  const charge = await first('charges')
  const objects: Fields[] = [
    await callApi(`customers/${customer.id}`),
    await first('products'),
    await first('prices?lookup_keys[]=pro'),
    await callApi(`checkout/sessions/${session.id}`),
    await first(`checkout/sessions/${session.id}/line_items`),
    subscription,
    (subscription.items as { data: Fields[] }).data[0] ?? {},
    await first('invoices'),
    ((await first('invoices')).lines as { data: Fields[] }).data[0] ?? {},
    await first('invoice_payments'),
    await first('payment_intents'),
    await first('payment_methods'),
    charge,
    await callApi('refunds', `charge=${String(charge.id)}&amount=1`),
    await callApi('billing_portal/sessions', `customer=${customer.id}`),
    await first('billing_portal/configurations'),
    await first('events'),
  ]
  await world.control('disputes', { charge: ((await callApi('charges?limit=2')) as { data: Fields[] }).data[1]?.id })
  objects.push(await first('disputes'))
  return new Map(objects.map((object) => [String(object.object), object]))
}

describe('objects of the stand-in', () => {
  it("objects have exactly the fields of Stripe's published examples", async () => {
    const examples = await readExamples()
    const objects = await apiObjects()
    expect(objects.size).toBe(18)
    expect([...objects].flatMap(([kind, object]) => differences(kind, object, examples[kind]))).toEqual([])
  })
})
