import type { ContractIR, JsonSchema, OperationIR } from '@signet/contracts/ir'
import { resolved } from '@signet/contracts/ir'

export interface Pagination {
  readonly next: string
  readonly items: string
  readonly item: JsonSchema
}

const propertiesOf = (schema: JsonSchema | undefined): [string, JsonSchema][] =>
  Object.entries((schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>)

/**
 * The pagination of an operation: a `cursor` in its query, and one JSON response with `next_cursor` or `nextCursor` and
 * exactly one array. `undefined` for every other operation.
 */
export const paginationOf = (ir: ContractIR, { request, responses }: OperationIR): Pagination | undefined => {
  const [response, ...more] = responses
  const hasCursor = propertiesOf(request.query).some(([name]) => name === 'cursor')
  if (!hasCursor || response?.schema === undefined || more.length > 0) return undefined
  const members = propertiesOf(resolved(ir, response.schema))
  const next = ['next_cursor', 'nextCursor'].find((name) => members.some(([member]) => member === name))
  const arrays = members.filter(([, schema]) => resolved(ir, schema).type === 'array')
  const [array] = arrays
  if (next === undefined || array === undefined || arrays.length > 1) return undefined
  const { items } = resolved(ir, array[1])
  return { next, items: array[0], item: (items ?? {}) as JsonSchema }
}
