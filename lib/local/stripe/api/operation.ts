import type * as z from 'zod'
import { type Desk, existing } from '../desk.ts'
import type { ErrorBody } from '../fault.ts'
import { listPage } from '../listing.ts'
import { NOTHING, type Page, readParameters } from '../parameters.ts'
import type { Kind, Kinds } from '../wire-objects.ts'

/** An error whose effects stay: a declined payment is reported as an error, and its intent is kept. */
export class StripeRefusal {
  readonly status: number
  readonly error: ErrorBody
  constructor(status: number, error: ErrorBody) {
    this.status = status
    this.error = error
  }
}

/** Something that the API does. It runs within one transaction, which what it throws undoes. */
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

/** The two operations that read objects of a kind: a page of those that are asked for, and one by its id. */
export const reading = <K extends Kind, T extends z.ZodType<Page>>(
  path: `/v1/${string}`,
  kind: K,
  schema: T,
  isListed: (object: Kinds[K], given: z.infer<T>) => boolean,
): readonly Operation[] => [
  operation(`GET ${path}`, schema, ({ book }, given) =>
    listPage(
      path,
      [...book.list(kind)].filter((object) => isListed(object, given)),
      given,
    ),
  ),
  operation(`GET ${path}/:id`, NOTHING, (desk, _, id) => existing(desk, kind, id)),
]

export const fits = <N extends string>(
  object: { readonly [K in N]?: unknown },
  given: { readonly [K in N]?: unknown },
  names: readonly N[],
): boolean => names.every((name) => given[name] === undefined || given[name] === object[name])
