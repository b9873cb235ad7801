import type { Endpoint } from '../endpoint.ts'
import type { ResponseDefinition } from '../endpoint-definition.ts'
import { parseScalar } from '../string-binding.ts'
import { openSchema } from '../wire-schema.ts'
import type { Reply, ReplyHeaders } from '../wire-types.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Returns the paths where parsing added a default: the contract requires the field, but the response does not have it. */
const defaultedPaths = (parsed: unknown, sent: unknown, path: readonly string[]): string[] => {
  if (!isObject(parsed) || !isObject(sent)) return parsed !== undefined && sent === undefined ? [path.join('.')] : []
  return Object.keys(parsed).flatMap((key) => defaultedPaths(parsed[key], sent[key], [...path, key]))
}

const schemaProblems = (schema: NonNullable<ResponseDefinition['schema']>, body: unknown): string[] => {
  const result = openSchema(schema).safeParse(body)
  if (result.success) return defaultedPaths(result.data, body, ['body']).map((path) => `${path} is missing`)
  return result.error.issues.map(({ path, message }) => `${['body', ...path].join('.')}: ${message}`)
}

const headerText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value

const headerProblems = ({ headers = {} }: ResponseDefinition, sent: ReplyHeaders): string[] =>
  Object.entries(headers).flatMap(([name, { schema }]) => {
    const reader = openSchema(schema)
    const text = headerText(sent[name.toLowerCase()])
    const result = reader.safeParse(text === undefined ? undefined : parseScalar(reader, text))
    return result.success ? [] : result.error.issues.map(({ message }) => `header ${name}: ${message}`)
  })

const mediaTypeProblems = ({ mediaTypes = [] }: ResponseDefinition, sent: ReplyHeaders, hasBody: boolean): string[] => {
  const type = (headerText(sent['content-type'])?.split(';')[0] ?? '').trim()
  if (!hasBody || mediaTypes.length === 0 || mediaTypes.includes(type)) return []
  return [`content-type is "${type}", declared: ${mediaTypes.join(', ')}`]
}

const bodyProblems = ({ schema, stream, mediaTypes }: ResponseDefinition, body: unknown): string[] => {
  const isStreamBody =
    stream === true && isObject(body) && (body instanceof ReadableStream || Symbol.asyncIterator in body)
  if (schema !== undefined) return isStreamBody ? [] : schemaProblems(schema, body)
  const isRaw = stream === true || mediaTypes !== undefined
  return body === undefined || isRaw ? [] : ['body: the response declares no body']
}

/**
 * Returns the rules of the operation's contract that a reply violates (body, content type, headers), as texts for a log.
 */
export const replyProblems = (endpoint: Endpoint, { status, body }: Reply, sent: ReplyHeaders): readonly string[] => {
  const declared = endpoint.responses[status]
  if (declared === undefined) return []
  return [
    ...bodyProblems(declared, body),
    ...mediaTypeProblems(declared, sent, body !== undefined),
    ...headerProblems(declared, sent),
  ]
}
