import type { PaymentIntent, PaymentMethod } from './wire-objects.ts'

/** Body of an error as Stripe sends it (docs.stripe.com/api/errors). */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  readonly charge?: string
  readonly payment_intent?: PaymentIntent
  readonly payment_method?: PaymentMethod
}

/** An error without lasting effects: all writes of its request are rolled back. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault'
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

type Details = Pick<ErrorBody, 'code' | 'param'>

/** A request that Stripe would reject with 400. */
export const invalidRequest = (message: string, details: Details = {}): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', message, ...details })

/** Reports an ID that does not exist: 404 in a path, 400 in a parameter. */
export const notFound = (objectName: string, id: string, param?: string): StripeFault =>
  new StripeFault(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${objectName}: '${id}'`,
    param: param ?? 'id',
  })
