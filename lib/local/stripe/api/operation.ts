import type * as z from 'zod'
import type { Desk } from '../desk.ts'
import type { ErrorBody } from '../fault.ts'
import { readParameters } from '../parameters.ts'

/** An error whose effects stay: a declined payment is reported as an error, and its intent is kept. */
export class StripeRefusal {
  readonly status: number
  readonly error: ErrorBody
  constructor(status: number, error: ErrorBody) {
    this.status = status
    this.error = error
  }
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Address, with `:id` for an id. */
  readonly path: string
  /** @throws StripeFault when the parameters are not those of the operation. */
  read(given: unknown): unknown
  run(desk: Desk, parameters: unknown, id: string): object
}

/** An operation. Its input is the parameters as its schema parses them. */
export const operation = <T extends z.ZodType>(
  address: `${Operation['method']} /v1/${string}`,
  schema: T,
  run: (desk: Desk, parameters: z.infer<T>, id: string) => object,
): Operation => {
  const [method = '', path = ''] = address.split(' ')
  return {
    method: method as Operation['method'],
    path,
    read: (given) => readParameters(schema, given),
    run: (desk, parameters, id) => run(desk, parameters as z.infer<T>, id),
  }
}
