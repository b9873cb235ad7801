import type * as z from 'zod'

type RawIssue = z.core.$ZodRawIssue

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
}

const amountText = (origin: string, count: number | bigint): string => {
  const unit = units[origin]
  return unit === undefined ? String(count) : `${count} ${Number(count) === 1 ? unit[0] : unit[1]}`
}

const receivedText = (input: unknown): string => {
  // Counts code points, as JSON Schema does: a pair of surrogates counts as one.
  if (typeof input === 'string' || Array.isArray(input)) return ` (got ${[...input].length})`
  return typeof input === 'number' ? ` (got ${input})` : ''
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  tuple: 'an array',
  null: 'null',
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 date and time, as in 2026-01-31T12:00:00Z',
  date: 'an ISO 8601 date, as in 2026-01-31',
  time: 'an ISO 8601 time, as in 12:00:00',
  base64: 'base64',
  base64url: 'base64url',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
}

const boundMessage = (extreme: 'least' | 'most', issue: RawIssue & { code: 'too_small' | 'too_big' }): string => {
  const limit = (issue.code === 'too_small' ? issue.minimum : issue.maximum) as number | bigint
  if (issue.inclusive === false)
    return `must be ${extreme === 'least' ? 'more' : 'less'} than ${limit}${receivedText(issue.input)}`
  if (issue.exact) return `must have exactly ${amountText(issue.origin, limit)}${receivedText(issue.input)}`
  if (issue.code === 'too_small' && issue.origin === 'string' && limit === 1 && issue.input === '')
    return 'must not be empty'
  const verb = issue.origin === 'array' ? 'have' : 'be'
  return `must ${verb} at ${extreme} ${amountText(issue.origin, limit)}${receivedText(issue.input)}`
}

const formatMessage = (issue: RawIssue & { code: 'invalid_format' }): string => {
  const pattern = issue.pattern
  const prefix = issue.prefix
  const suffix = issue.suffix
  if (issue.format === 'regex') return `must match ${String(pattern)}`
  if (issue.format === 'starts_with') return `must start with ${JSON.stringify(prefix)}`
  if (issue.format === 'ends_with') return `must end with ${JSON.stringify(suffix)}`
  return `must be ${formatNames[issue.format] ?? `a valid ${issue.format}`}`
}

const oneOfMessage = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.map(String).join(', ')}`

/** Returns the allowed tags of a discriminated union, or the rules of all options of a union of scalars. */
const unionMessage = (issue: RawIssue & { code: 'invalid_union' }): string => {
  const { discriminator, errors, input, inst } = issue
  if (input === undefined) return 'is required'
  if (discriminator !== undefined) {
    const { propValues } = (inst?._zod ?? {}) as { propValues?: Readonly<Record<string, ReadonlySet<unknown>>> }
    const tags = [...(propValues?.[discriminator] ?? [])]
    const isMissing = typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator)
    return isMissing ? 'is required' : oneOfMessage(tags)
  }
  const rules = new Set(
    errors.map(([first, ...more]) => (first?.path.length === 0 && more.length === 0 ? first.message : '')),
  )
  return rules.size === 0 || rules.has('') ? 'matches none of the allowed shapes' : [...rules].join(' or ')
}

/**
 * Describes a zod issue: the violated rule and, for lengths and numbers, the received value. The field's name is not
 * part of the sentence. Passed to `safeParse` as the error map, so a message in the schema has precedence.
 */
export const issueMessage = (issue: RawIssue): string => {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return oneOfMessage(issue.values)
    case 'too_small':
      return boundMessage('least', issue)
    case 'too_big':
      return boundMessage('most', issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}${receivedText(issue.input)}`
    case 'invalid_format':
      return formatMessage(issue)
    case 'unrecognized_keys':
      return 'is not a known field'
    case 'invalid_key':
      return 'has a key that is not allowed'
    case 'invalid_union':
      return unionMessage(issue)
    default:
      return 'is not valid'
  }
}
