import { type ContractIR, type JsonSchema, type OperationIR, resolveReference } from '@signet/contracts/ir'
import { camelCase, pascalCase } from '@signet/contracts/names'
import { type InputParts, inputParts } from './input-parts.ts'

/** The fields of a paginated response. */
interface Pagination {
  /** Name of the field with the next cursor. */
  readonly next: string
  /** Name of the field with the items. */
  readonly items: string
  readonly item: JsonSchema
}

const propertiesOf = (schema: JsonSchema | undefined): [string, JsonSchema][] =>
  Object.entries((schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>)

/**
 * Returns the pagination of an operation: a `cursor` in its query, and one JSON response with `next_cursor` or
 * `nextCursor` and exactly one array. `undefined` for other operations.
 */
const paginationOf = (ir: ContractIR, { request, responses }: OperationIR): Pagination | undefined => {
  const [response, ...otherResponses] = responses
  const hasCursor = propertiesOf(request.query).some(([name]) => name === 'cursor')
  if (!hasCursor || response?.schema === undefined || otherResponses.length > 0) return undefined
  const members = propertiesOf(resolveReference(ir, response.schema))
  const next = ['next_cursor', 'nextCursor'].find((name) => members.some(([member]) => member === name))
  const arrays = members.filter(([, schema]) => resolveReference(ir, schema).type === 'array')
  const [array] = arrays
  if (next === undefined || array === undefined || arrays.length > 1) return undefined
  const { items } = resolveReference(ir, array[1])
  return { next, items: array[0], item: (items ?? {}) as JsonSchema }
}

export interface OperationModel {
  readonly operation: OperationIR
  readonly member: string
  readonly type: string
  readonly parts: InputParts
  readonly pagination: Pagination | undefined
  /** True if one response is bytes, text or a stream: the call then resolves to the platform's Response. */
  readonly isRaw: boolean
  /** True if the success has a schema and can also be streamed: the client then offers both. */
  readonly mayStream: boolean
}

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType)

export const operationModels = (ir: ContractIR): readonly OperationModel[] =>
  ir.operations
    .filter(({ route }) => route !== undefined)
    .map((operation) => {
      const isRaw = operation.responses.some(
        ({ schema, stream, mediaTypes }) =>
          (schema === undefined && (stream || mediaTypes !== undefined)) || mediaTypes?.some(isJson) === false,
      )
      return {
        operation,
        member: camelCase(operation.name),
        type: pascalCase(operation.operationId),
        parts: inputParts(ir, operation),
        pagination: paginationOf(ir, operation),
        isRaw,
        mayStream: operation.stream && !isRaw,
      }
    })

/**
 * Returns true if the call may be retried: always for safe methods (RFC 9110 9.2.1), otherwise if the contract declares
 * it.
 */
export const mayRepeat = ({ idempotent, route }: OperationIR): boolean => idempotent || route?.method === 'GET'

/** Returns true if the call carries an idempotency key, which makes retries harmless. */
export const sendsKey = ({ operation, parts }: OperationModel): boolean =>
  operation.idempotent && parts.headers.some((name) => name.toLowerCase() === 'idempotency-key')
