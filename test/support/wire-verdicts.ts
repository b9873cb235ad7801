import type { RawRequest } from '@signet/contracts'
import type { ContractIR, JsonSchema, OperationIR } from '@signet/contracts/ir'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A request with typed values. */
export interface TypedRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const wireStrings = (part: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [name, String(value)]))

/** Returns the request as the wire carries it: strings in path, query and headers, the body through JSON. */
export const wireRequest = ({ params, query = {}, headers, body }: TypedRequest): RawRequest => {
  const lists = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)] as const)
  return {
    params: wireStrings(params),
    query: Object.fromEntries(lists),
    headers: wireStrings(headers),
    body: body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown),
  }
}

/** Shared, because every instance first compiles the meta-schema, which costs more than the contracts' schemas. */
const ajv = addFormats.default(
  new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    code: { optimize: false },
  }),
)
// The keyword of the IR around its schemas; inside them every unknown keyword is still an error.
ajv.addVocabulary(['schemas', 'x-open'])

/** A validator that refuses unknown keywords and formats, and knows the components of the contract. */
export const compileSchema = (ir: ContractIR, schema: JsonSchema): ValidateFunction =>
  ajv.compile({ ...schema, schemas: ir.schemas })

/** Returns a function that checks a typed request against the JSON Schemas of an operation and lists the errors. */
export const requestValidator = (
  ir: ContractIR,
  { request }: OperationIR,
): ((typed: TypedRequest) => readonly object[]) => {
  const { params, query, headers, body } = request
  const parts = { params, query, headers, body: body?.schema }
  const validators = Object.entries(parts).flatMap(([part, schema]) =>
    schema === undefined ? [] : [[part as keyof TypedRequest, compileSchema(ir, schema)] as const],
  )
  return (typed) =>
    validators.flatMap(([part, validate]) => {
      const value = typed[part] ?? (part === 'body' ? undefined : {})
      if (value === undefined && body?.required === false) return []
      return validate(value) ? [] : (validate.errors ?? [])
    })
}
