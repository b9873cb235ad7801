import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { BodyType } from './endpoint-definition.ts'
import { issueMessage } from './issue-message.ts'
import { nearestWord } from './nearest-word.ts'
import { bindingKind, boundScalar, defOf, unwrapped } from './string-binding.ts'
import { closedSchema, openSchema } from './wire-schema.ts'
import type { RequestOf } from './wire-types.ts'

/** A request as received. `body` is parsed JSON, bytes or text, depending on the endpoint's `bodyType`. */
export interface RawRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: URLSearchParams | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Names in upper or lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** One violated rule. `field` is dotted (`items.0.name`). A rule about the whole body has the field `body`. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

export type ParsedRequest<E> =
  | { readonly ok: true; readonly value: RequestOf<E> }
  | { readonly ok: false; readonly errors: readonly FieldError[] }

/**
 * Maximum number of violated rules reported for one request. A client with thousands needs only the first ones, and
 * more would be expensive.
 */
const ERRORS_MAX = 50

/** Maximum characters of a client's name in a message. */
const NAME_MAX = 100

const cutOff = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name)

/** Adds an error for every unknown name, up to the maximum. The last error gives the number of further names. */
const addUnknown = (
  errors: FieldError[],
  names: readonly string[],
  { noun, path, whole, allowed }: { noun: string; path: readonly string[]; whole: string; allowed: readonly string[] },
): void => {
  const capacity = ERRORS_MAX - errors.length
  if (capacity <= 0) return
  const listed = names.length <= capacity ? names : names.slice(0, capacity - 1)
  for (const name of listed) {
    errors.push({ field: [...path, cutOff(name)].join('.'), message: unknownField(noun, name, allowed) })
  }
  const left = names.length - listed.length
  if (left > 0) errors.push({ field: path.join('.') || whole, message: `has unknown ${noun}s and ${left} more` })
}

const unknownField = (noun: string, name: string, names: readonly string[]): string => {
  const near = nearestWord(name, names)
  return `is not a known ${noun}${near === undefined ? '' : `; did you mean ${near}?`}`
}

/**
 * Validates with a schema. Adds the problems to `errors` and returns the output, which is valid only if none was added.
 */
const checked = (schema: z.ZodType, input: unknown, whole: string, errors: FieldError[]): unknown => {
  const knownKeys = new Map<z.core.$ZodRawIssue | string, readonly string[]>()
  const result = schema.safeParse(input, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') {
        const shape = (issue.inst?._zod.def as { shape?: object } | undefined)?.shape
        knownKeys.set(JSON.stringify(issue.path ?? []), Object.keys(shape ?? {}))
      }
      return issueMessage(issue)
    },
  })
  if (result.success) return result.data
  // An unsafe integer is reported only if the field has no narrower bound.
  const isAside = (issue: z.core.$ZodIssue): boolean => 'note' in issue
  const { issues } = result.error
  for (const issue of [...issues.filter((each) => !isAside(each)), ...issues.filter(isAside)]) {
    if (errors.length >= ERRORS_MAX) break
    const path = issue.path.map((name) => cutOff(String(name)))
    if (issue.code !== 'unrecognized_keys') {
      const field = path.join('.') || whole
      // One message for each field, because further problems usually follow from the first.
      if (!errors.some((error) => error.field === field)) errors.push({ field, message: issue.message })
      continue
    }
    const names = knownKeys.get(JSON.stringify(issue.path)) ?? []
    addUnknown(errors, issue.keys, { noun: 'field', path, whole, allowed: names })
  }
  return undefined
}

/**
 * Returns the rules that an untrusted object violates, field by field, in the words of a 400; empty if it is valid.
 * `whole` is the name of the object.
 */
export const brokenRules = (schema: z.ZodType, input: unknown, whole: string): readonly FieldError[] => {
  const errors: FieldError[] = []
  checked(schema, input, whole, errors)
  return errors
}

const queryLists = (query: RawRequest['query'] = {}): Map<string, readonly string[]> => {
  if (query instanceof URLSearchParams) {
    const sent = new Map<string, string[]>()
    for (const [name, text] of query) {
      const texts = sent.get(name)
      if (texts === undefined) sent.set(name, [text])
      else texts.push(text)
    }
    return sent
  }
  const lists = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) lists.set(name, typeof value === 'string' ? [value] : value)
  }
  return lists
}

const elementOf = (schema: z.ZodType): z.ZodType => defOf(unwrapped(schema)).element ?? schema

const rawBody = (bodyType: BodyType | undefined, body: unknown): unknown => (bodyType === undefined ? undefined : body)

const fieldsOf = (schema: z.ZodObject | undefined): [string, z.ZodType][] => Object.entries(schema?.shape ?? {})

/** `z.looseObject` allows unknown members, as RFC 6749 3.1 does. They are ignored. */
const isLoose = (schema: z.ZodObject | undefined): boolean => schema?._zod.def.catchall?._zod.def.type === 'unknown'

const parsedQuery = (schema: z.ZodObject | undefined, query: RawRequest['query'], errors: FieldError[]): unknown => {
  const lists = queryLists(query)
  const fields = fieldsOf(schema)
  const names = fields.map(([name]) => name)
  const unknown = isLoose(schema) ? [] : [...lists.keys()].filter((name) => !names.includes(name))
  addUnknown(errors, unknown, { noun: 'query parameter', path: [], whole: 'query', allowed: names })
  const repeats: FieldError[] = []
  const bound: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const texts = lists.get(name) ?? []
    if (bindingKind(field) === 'list') {
      if (texts.length > 0) bound[name] = texts.map((text) => boundScalar(elementOf(field), text))
    } else if (texts.length === 1) bound[name] = boundScalar(field, texts[0] ?? '')
    else if (texts.length > 1) repeats.push({ field: name, message: `must be given once (got ${texts.length})` })
  }
  const repeated = repeats.map(({ field }) => field)
  errors.push(...repeats)
  if (schema === undefined) return {}
  const rules: FieldError[] = []
  const value = checked(openSchema(schema), bound, 'query', rules)
  errors.push(...rules.filter(({ field }) => !repeated.includes(field)))
  return value
}

const parsedHeaders = (
  schema: z.ZodObject | undefined,
  headers: RawRequest['headers'],
  errors: FieldError[],
): unknown => {
  if (schema === undefined) return {}
  const sent = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const bound = fieldsOf(schema).flatMap(([name, field]) => {
    const text = sent.get(name)
    return text === undefined ? [] : [[name, boundScalar(field, text)] as const]
  })
  return checked(openSchema(schema), Object.fromEntries(bound), 'headers', errors)
}

const parsedParams = (schema: z.ZodObject | undefined, params: RawRequest['params'], errors: FieldError[]): unknown => {
  if (schema === undefined) return {}
  const bound = fieldsOf(schema).map(([name, field]) => {
    const text = params?.[name]
    return [name, text === undefined ? undefined : boundScalar(field, text)] as const
  })
  return checked(openSchema(schema), Object.fromEntries(bound), 'path', errors)
}

/**
 * Converts a raw request to the typed one that the endpoint declares, or returns every rule that it violates.
 * Strings from path, query and headers are parsed by the schema's type (number, integer, boolean). A repeated query
 * name is a list only if the schema is an array. Unknown query parameters and unknown body fields are refused unless
 * the schema is a `z.looseObject`; unknown headers are ignored. Only the first 50 violated rules are reported. Never
 * throws for invalid input.
 */
export const parseRequest = <E extends Endpoint>(endpoint: E, raw: RawRequest): ParsedRequest<E> => {
  const { request } = endpoint
  const errors: FieldError[] = []
  const value = {
    params: parsedParams(request.params, raw.params, errors),
    query: parsedQuery(request.query, raw.query, errors),
    headers: parsedHeaders(request.headers, raw.headers, errors),
    body:
      request.body === undefined
        ? rawBody(request.bodyType, raw.body)
        : checked(closedSchema(request.body), raw.body, 'body', errors),
  }
  return errors.length > 0
    ? { ok: false, errors: errors.slice(0, ERRORS_MAX) }
    : { ok: true, value: value as unknown as RequestOf<E> }
}
