import { parse } from 'qs'
import * as z from 'zod'
import { invalidRequest, type StripeFault } from './fault.ts'

/** Parses a form body or query string into nested values; every leaf is text. */
export const formOf = (text: string): unknown =>
  parse(text, { depth: 10, arrayLimit: 200, parameterLimit: 5_000, duplicates: 'last', allowPrototypes: false })

export const text = z.string().max(5_000)
export const integerText = z
  .string()
  .regex(/^-?\d+$/, 'parameter_invalid_integer')
  .transform(Number)
export const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true')
/** Pairs to set. An empty string removes one key, or all keys in place of the object. */
export const metadata = z.union([z.record(z.string().max(40), z.string().max(500)), z.literal('')])
/** Converts an empty string, which unsets a field, to null. */
export const orNull = (value: string | undefined): string | null => value || null
const expand = z.array(text).optional()

export const NO_PARAMS = z.strictObject({ expand })

/** Parameters of a list with a cursor (docs.stripe.com/api/pagination). */
const page = {
  limit: integerText.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
}
const created = z
  .union([
    integerText,
    z.strictObject({ gt: integerText, gte: integerText, lt: integerText, lte: integerText }).partial(),
  ])
  .optional()

type ParameterSchemas = Readonly<Record<string, z.ZodType>>

/**
 * Declares parameters of an operation, a subset of those in the SDK. A name that the SDK does not have is a compile
 * error.
 */
export const paramsOf =
  <Sdk>() =>
  <S extends ParameterSchemas & { [K in keyof S]: K extends keyof Sdk ? z.ZodType : never }>(shape: S) =>
    z.strictObject({ ...shape, expand })

export const listOf =
  <Sdk>() =>
  <S extends ParameterSchemas & { [K in keyof S]: K extends keyof Sdk ? z.ZodType : never }>(shape: S) =>
    z.strictObject({ ...shape, ...page, created })

export interface Page {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
  readonly created?: z.infer<typeof created>
}

const bracketed = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (i === 0 ? String(part) : `[${String(part)}]`)).join('')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key], value)

const faultOf = (issue: z.core.$ZodIssue, input: unknown): StripeFault => {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = bracketed(issue.path)
  const value = valueAt(input, issue.path)
  if (value === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.message === 'parameter_invalid_integer')
    return invalidRequest(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param })
  if (value === '')
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param },
    )
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

/** Returns the first problem, preferably an unknown name, as Stripe does; of a union, an unknown name in a branch. */
const firstIssue = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined => {
  const flat = issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const inner = issue.errors.flat().find(({ code }) => code === 'unrecognized_keys')
    return [inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue]
  })
  return flat.find(({ code }) => code === 'unrecognized_keys') ?? flat[0]
}

/** @throws StripeFault that names the parameter. */
export const readParameters = <T extends z.ZodType>(schema: T, input: unknown): z.infer<T> => {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = firstIssue(result.error.issues)
  throw issue ? faultOf(issue, input) : invalidRequest('The parameters are invalid')
}

export const withMetadata = (
  current: Readonly<Record<string, string>>,
  changes: z.infer<typeof metadata> | undefined,
): Record<string, string> => {
  if (changes === undefined) return { ...current }
  if (changes === '') return {}
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''))
}
