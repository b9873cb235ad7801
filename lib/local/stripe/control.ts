import type { IncomingMessage } from 'node:http'
import { assertNotFromAPage, ControlError, parseObject } from '../control-request.ts'
import type { ApiDeps } from './api/dispatch.ts'
import { type Desk, deliveriesOf, NO_REQUEST, planDelivery, requireObject } from './desk.ts'
import { StripeFault } from './fault.ts'
import { paymentsOf } from './invoices.ts'
import { planOutage } from './outages.ts'
import { planFailures } from './payments.ts'
import { closeDispute, openDispute, refund } from './refunds.ts'

type Body = Readonly<Record<string, unknown>>
type Handler = (desk: Desk, body: Body, id: string) => object

const textOf = (body: Body, name: string): string => {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ControlError(400, `${name} must be text (got ${JSON.stringify(value)})`)
}

const timesOf = (times: unknown): number => {
  if (typeof times === 'number' && Number.isInteger(times) && times >= 0) return times
  throw new ControlError(400, `times must be a whole number (got ${JSON.stringify(times)})`)
}

const planFailure: Handler = (desk, body) => {
  const { customer = '*', times = 1 } = body
  planFailures(desk, String(customer), timesOf(times))
  return { customer, times }
}

const planApiOutage: Handler = ({ book }, body) => {
  const { times = 1, when = 'before', status = 500 } = body
  if (when !== 'before' && when !== 'after') throw new ControlError(400, 'when must be before or after')
  if (typeof status !== 'number' || (status !== 0 && status < 400))
    throw new ControlError(400, `status must be 0, or 400 and above (got ${JSON.stringify(status)})`)
  const outage = { times: timesOf(times), when, status } as const
  planOutage(book, outage)
  return outage
}

const listDeliveries: Handler = ({ book }) => {
  const deliveriesWithType = deliveriesOf(book)
    .all()
    .map((delivery) => ({ ...delivery, type: book.get('event', delivery.event)?.type }))
  return { deliveries: deliveriesWithType }
}

const redeliver: Handler = (desk, _, id) => {
  const { id: event } = requireObject(desk, 'event', id)
  const names = new Set(
    deliveriesOf(desk.book)
      .all()
      .filter((each) => each.event === event)
      .map((each) => each.endpoint),
  )
  return { deliveries: [...names].map((name) => planDelivery(desk.book, event, name)) }
}

const chargeOfInvoice = (desk: Desk, id: string) => {
  const [payment] = paymentsOf(desk, requireObject(desk, 'invoice', id).id)
  const intent = desk.book.get('payment_intent', payment?.payment.payment_intent ?? '')
  const charge = desk.book.get('charge', intent?.latest_charge ?? '')
  if (!charge) throw new ControlError(409, `Invoice ${id} was not paid with a charge`)
  return charge
}

const refundInvoice: Handler = (desk, { amount }, id) =>
  refund(desk, chargeOfInvoice(desk, id), {
    amount: typeof amount === 'number' ? amount : undefined,
    reason: 'requested_by_customer',
  })

const createDispute: Handler = (desk, body) => {
  const { reason = 'fraudulent' } = body
  return openDispute(desk, requireObject(desk, 'charge', textOf(body, 'charge')), String(reason))
}

const resolveDispute: Handler = (desk, body, id) => {
  const outcome = textOf(body, 'outcome')
  if (outcome !== 'won' && outcome !== 'lost') throw new ControlError(400, 'outcome must be won or lost')
  return closeDispute(desk, requireObject(desk, 'dispute', id), outcome)
}

const ROUTES: readonly (readonly [string, RegExp, Handler])[] = [
  ['POST', /^\/_local\/fail-next$/, planFailure],
  ['POST', /^\/_local\/outages$/, planApiOutage],
  ['GET', /^\/_local\/deliveries$/, listDeliveries],
  ['POST', /^\/_local\/events\/([^/]+)\/deliver$/, redeliver],
  ['POST', /^\/_local\/invoices\/([^/]+)\/refund$/, refundInvoice],
  ['POST', /^\/_local\/disputes$/, createDispute],
  ['POST', /^\/_local\/disputes\/([^/]+)\/close$/, resolveDispute],
]

const jsonResponse = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/**
 * Actions of an account's owner in Stripe's dashboard, of banks and of card holders, for tests and drills on the
 * loopback interface. They plan failures of charges or calls, list and repeat deliveries, refund invoices, and open and
 * close disputes.
 */
export const handleControl = (
  { open, commit }: Pick<ApiDeps, 'open' | 'commit'>,
  request: IncomingMessage,
  path: string,
  body: string,
) => {
  try {
    assertNotFromAPage(request)
    const [, pattern, handler] =
      ROUTES.find(([method, candidate]) => method === request.method && candidate.test(path)) ?? []
    if (!pattern || !handler) throw new ControlError(404, `${request.method} ${path} does not exist`)
    const input = parseObject(body)
    const id = decodeURIComponent(pattern.exec(path)?.[1] ?? '')
    return jsonResponse(
      200,
      commit(() => handler(open(NO_REQUEST), input, id)),
    )
  } catch (error) {
    if (!(error instanceof ControlError || error instanceof StripeFault)) throw error
    return jsonResponse(error.status, { error: error.message })
  }
}
