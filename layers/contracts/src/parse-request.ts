import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { BodyType } from './endpoint-definition.ts'
import { issueMessage } from './issue-message.ts'
import { nearestWord } from './nearest-word.ts'
import { bindingKind, defOf, parseScalar, unwrap } from './string-binding.ts'
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

/** One violated rule. `field` is a dotted path (`items.0.name`), or `body` for a rule about the whole body. */
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

/** Maximum characters that a message repeats of a field name that the client sent. */
const NAME_MAX = 100

const shorten = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name)

/** Adds an error for every unknown name, up to the maximum. The last error then contains the number of further names. */
const addUnknown = (
  errors: FieldError[],
  names: readonly string[],
  {
    noun,
    path,
    rootName,
    allowed,
  }: { noun: string; path: readonly string[]; rootName: string; allowed: readonly string[] },
): void => {
  const capacity = ERRORS_MAX - errors.length
  if (capacity <= 0) return
  const reportedNames = names.length <= capacity ? names : names.slice(0, capacity - 1)
  for (const name of reportedNames) {
    errors.push({ field: [...path, shorten(name)].join('.'), message: unknownField(noun, name, allowed) })
  }
  const omittedCount = names.length - reportedNames.length
  if (omittedCount > 0)
    errors.push({ field: path.join('.') || rootName, message: `has ${omittedCount} more unknown ${noun}s` })
}

const unknownField = (noun: string, name: string, names: readonly string[]): string => {
  const nearest = nearestWord(name, names)
  return `is not a known ${noun}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

/**
 * Validates with a schema. Adds the problems to `errors` and returns the output, or `undefined` if there are problems.
 */
const validate = (schema: z.ZodType, input: unknown, rootName: string, errors: FieldError[]): unknown => {
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
  // zod adds an issue with a note for an unsafe integer. It is reported only if the field has no other issue.
  const isSecondary = (issue: z.core.$ZodIssue): boolean => 'note' in issue
  const { issues } = result.error
  for (const issue of [...issues.filter((each) => !isSecondary(each)), ...issues.filter(isSecondary)]) {
    if (errors.length >= ERRORS_MAX) break
    const path = issue.path.map((name) => shorten(String(name)))
    if (issue.code !== 'unrecognized_keys') {
      const field = path.join('.') || rootName
      // One message for each field, because further problems usually follow from the first.
      if (!errors.some((error) => error.field === field)) errors.push({ field, message: issue.message })
      continue
    }
    const names = knownKeys.get(JSON.stringify(issue.path)) ?? []
    addUnknown(errors, issue.keys, { noun: 'field', path, rootName, allowed: names })
  }
  return undefined
}

/**
 * Returns the rules that an untrusted object violates, in the format of a 400 response; an empty list if it is valid.
 * `rootName` is the name of the object in errors about the whole object.
 */
export const brokenRules = (schema: z.ZodType, input: unknown, rootName: string): readonly FieldError[] => {
  const errors: FieldError[] = []
  validate(schema, input, rootName, errors)
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

const elementOf = (schema: z.ZodType): z.ZodType => defOf(unwrap(schema)).element ?? schema

const rawBody = (bodyType: BodyType | undefined, body: unknown): unknown => (bodyType === undefined ? undefined : body)

const fieldsOf = (schema: z.ZodObject | undefined): [string, z.ZodType][] => Object.entries(schema?.shape ?? {})

/** Returns true for a `z.looseObject`: unknown parameters are then ignored, as RFC 6749 3.1 requires. */
const isLoose = (schema: z.ZodObject | undefined): boolean => schema?._zod.def.catchall?._zod.def.type === 'unknown'

const parsedQuery = (schema: z.ZodObject | undefined, query: RawRequest['query'], errors: FieldError[]): unknown => {
  const lists = queryLists(query)
  const fields = fieldsOf(schema)
  const names = fields.map(([name]) => name)
  const unknown = isLoose(schema) ? [] : [...lists.keys()].filter((name) => !names.includes(name))
  addUnknown(errors, unknown, { noun: 'query parameter', path: [], rootName: 'query', allowed: names })
  const repeatErrors: FieldError[] = []
  const bound: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const texts = lists.get(name) ?? []
    if (bindingKind(field) === 'list') {
      if (texts.length > 0) bound[name] = texts.map((text) => parseScalar(elementOf(field), text))
    } else if (texts.length === 1) bound[name] = parseScalar(field, texts[0] ?? '')
    else if (texts.length > 1) repeatErrors.push({ field: name, message: `must be given once (got ${texts.length})` })
  }
  const repeatedNames = repeatErrors.map(({ field }) => field)
  errors.push(...repeatErrors)
  if (schema === undefined) return {}
  const schemaErrors: FieldError[] = []
  const value = validate(openSchema(schema), bound, 'query', schemaErrors)
  errors.push(...schemaErrors.filter(({ field }) => !repeatedNames.includes(field)))
  return value
}

const parsedHeaders = (
  schema: z.ZodObject | undefined,
  headers: RawRequest['headers'],
  errors: FieldError[],
): unknown => {
  if (schema === undefined) return {}
  const sentHeaders = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const bound = fieldsOf(schema).flatMap(([name, field]) => {
    const text = sentHeaders.get(name)
    return text === undefined ? [] : [[name, parseScalar(field, text)] as const]
  })
  return validate(openSchema(schema), Object.fromEntries(bound), 'headers', errors)
}

const parsedParams = (schema: z.ZodObject | undefined, params: RawRequest['params'], errors: FieldError[]): unknown => {
  if (schema === undefined) return {}
  const bound = fieldsOf(schema).map(([name, field]) => {
    const text = params?.[name]
    return [name, text === undefined ? undefined : parseScalar(field, text)] as const
  })
  return validate(openSchema(schema), Object.fromEntries(bound), 'path', errors)
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
        : validate(closedSchema(request.body), raw.body, 'body', errors),
  }
  return errors.length > 0
    ? { ok: false, errors: errors.slice(0, ERRORS_MAX) }
    : { ok: true, value: value as unknown as RequestOf<E> }
}
