import type * as z from 'zod'
import { type Desk, requireObject } from '../desk.ts'
import type { ErrorBody } from '../fault.ts'
import { listPage } from '../listing.ts'
import { NO_PARAMS, type Page, readParameters } from '../parameters.ts'
import type { Kind, Kinds } from '../wire-objects.ts'

/**
 * An error response whose effects are committed. A declined payment is reported as an error, and its intent is stored.
 */
export class CommittedError {
  readonly status: number
  readonly error: ErrorBody
  constructor(status: number, error: ErrorBody) {
    this.status = status
    this.error = error
  }
}

/** An operation of the API. It runs within one transaction, which an error rolls back. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path, with `:id` for an ID. */
  readonly path: string
  /** @throws StripeFault if the parameters do not match the operation. */
  parse(params: unknown): unknown
  run(desk: Desk, parameters: unknown, id: string): object
}

/** Declares an operation. Its input is the parameters as parsed by the schema. */
export const operation = <T extends z.ZodType>(
  address: `${Operation['method']} /v1/${string}`,
  schema: T,
  run: (desk: Desk, parameters: z.infer<T>, id: string) => object,
): Operation => {
  const [method = '', path = ''] = address.split(' ')
  return {
    method: method as Operation['method'],
    path,
    parse: (params) => readParameters(schema, params),
    run: (desk, parameters, id) => run(desk, parameters as z.infer<T>, id),
  }
}

/** Declares the two read operations of a kind: a page of the matching objects, and one object by ID. */
export const readOperations = <K extends Kind, T extends z.ZodType<Page>>(
  path: `/v1/${string}`,
  kind: K,
  schema: T,
  isListed: (object: Kinds[K], params: z.infer<T>) => boolean,
): readonly Operation[] => [
  operation(`GET ${path}`, schema, ({ book }, params) =>
    listPage(
      path,
      [...book.list(kind)].filter((object) => isListed(object, params)),
      params,
    ),
  ),
  operation(`GET ${path}/:id`, NO_PARAMS, (desk, _, id) => requireObject(desk, kind, id)),
]

export const matchesFilters = <N extends string>(
  object: { readonly [K in N]?: unknown },
  params: { readonly [K in N]?: unknown },
  names: readonly N[],
): boolean => names.every((name) => params[name] === undefined || params[name] === object[name])
