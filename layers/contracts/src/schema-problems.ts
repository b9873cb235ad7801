import type * as z from 'zod'
import type { ContractProblem } from './contract-error.ts'
import { defOf } from './string-binding.ts'

const inexpressible = (construct: string): string => `JSON Schema cannot express ${construct}`

const RULE_HINT = 'put the rule into the handler, or into `invariants` of an entity'

/**
 * Kinds of schema that JSON Schema cannot express, or that validators interpret differently, each with the alternative.
 */
const refusedTypes: Readonly<Record<string, string>> = {
  transform: 'a transform; validate here and transform in the handler',
  pipe: 'a pipe or codec; describe the wire form only',
  custom: `a custom check; ${RULE_HINT}`,
  bigint: 'a bigint; use z.int() or a string of digits',
  date: 'a Date; use z.iso.datetime()',
  map: 'a Map; use z.record()',
  set: 'a Set; use z.array()',
  symbol: 'a symbol',
  undefined: 'undefined; use .optional()',
  void: 'void; omit the field',
  nan: 'NaN',
  file: 'a File; use bodyType "bytes"',
  promise: 'a promise',
  function: 'a function',
  catch: 'a catch, which accepts anything; use .default()',
  success: 'a success flag',
  intersection: 'an intersection, which cannot be closed; use .extend()',
}

const refusedChecks: Readonly<Record<string, string>> = {
  custom: `a refinement; ${RULE_HINT}`,
  overwrite: 'a rewriting check such as trim(); validate here and rewrite in the handler',
}

/** String formats that zod checks by more than a pattern. */
const refusedFormats: Readonly<Record<string, string>> = {
  jwt: 'a JWT; use z.string() and verify the token in the handler',
}

interface CheckDef {
  readonly check: string
  readonly format?: string
  readonly pattern?: RegExp
  readonly value?: unknown
}

interface CheckedDef {
  readonly coerce?: boolean
  readonly format?: string
  readonly protocol?: RegExp
  readonly hostname?: RegExp
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[]
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly rest?: z.ZodType | null
  readonly keyType?: z.ZodType
  readonly valueType?: z.ZodType
}

const childrenOf = (schema: z.ZodType, at: string): [string, z.ZodType][] => {
  const { innerType, element, options = [], getter, type } = defOf(schema)
  const { shape = {}, catchall, items = [], rest, keyType, valueType } = defOf(schema) as CheckedDef
  const children: [string, z.ZodType | null | undefined][] = [
    [at, innerType],
    [`${at}[]`, element],
    [`${at}{}`, catchall],
    [`${at}[]`, rest],
    [`${at} (key)`, keyType],
    [`${at}{}`, valueType],
    [at, type === 'lazy' ? getter?.() : undefined],
    ...options.map((option): [string, z.ZodType] => [at, option]),
    ...items.map((item, i): [string, z.ZodType] => [`${at}[${i}]`, item]),
    ...Object.entries(shape).map(([name, field]): [string, z.ZodType] => [`${at}.${name}`, field]),
  ]
  return children.filter((child): child is [string, z.ZodType] => child[1]?._zod !== undefined)
}

/** Returns the problem of a regular expression as a `pattern` of JSON Schema, which has the flag u and no other. */
const patternProblem = (pattern: RegExp): string | undefined => {
  const flags = pattern.flags.replaceAll(/[ugdvy]/g, '')
  if (flags !== '') return `the flag "${flags}" of ${pattern}; spell the pattern out without it`
  try {
    new RegExp(pattern.source, 'u')
    return undefined
  } catch (cause) {
    return `${pattern}, which the flag u does not allow (${(cause as Error).message}); escape only what needs it`
  }
}

const checkProblem = ({ check, format, pattern, value }: CheckDef): string | undefined => {
  if (format === 'regex' && pattern !== undefined) return patternProblem(pattern)
  if (check === 'multiple_of' && !Number.isInteger(value)) return 'a multiple of a fraction; count in smaller units'
  return refusedChecks[check]
}

const componentName = /^[\w.-]+$/

/** Returns the ID of `.meta({ id })`. Schemas of zod mini have no method `meta`. */
const metaId = (schema: z.ZodType): string | undefined =>
  typeof schema.meta === 'function' ? (schema.meta() as { id?: string } | undefined)?.id : undefined

/** A default within this many milliseconds of the current time is considered a computed time. */
const NOW_TOLERANCE_MS = 60_000

/** Reports a default that is not constant: documents and tables contain the default. */
const defaultProblems = (schema: z.ZodType, at: string): ContractProblem[] => {
  const readDefault = (): unknown => (defOf(schema) as { readonly defaultValue?: unknown }).defaultValue
  const value = readDefault()
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value
  const isNow = typeof time === 'number' && Math.abs(time - Date.now()) < NOW_TOLERANCE_MS
  return isNow || JSON.stringify(value) !== JSON.stringify(readDefault())
    ? [{ at, problem: 'its default differs each time; set the value in the handler' }]
    : []
}

/** Returns the problems of all parts of a schema that JSON Schema cannot express exactly. */
export const schemaProblems = (
  schema: z.ZodType,
  at: string,
  checkedSchemas: Set<z.ZodType> = new Set(),
): readonly ContractProblem[] => {
  if (checkedSchemas.has(schema)) return []
  checkedSchemas.add(schema)
  const { type, values = [] } = defOf(schema)
  const { coerce, format, protocol, hostname, checks = [], shape = {} } = defOf(schema) as CheckedDef
  const refused = refusedTypes[type] ?? refusedFormats[format ?? '']
  if (refused !== undefined) return [{ at, problem: inexpressible(refused) }]
  const problems: ContractProblem[] = []
  if (format === 'url' && (protocol ?? hostname) !== undefined) {
    problems.push({
      at,
      problem: inexpressible('which URLs are allowed; use z.url() and check the rest in the handler'),
    })
  }
  if (coerce === true) {
    problems.push({
      at,
      problem: inexpressible('z.coerce; use the plain type, which also parses path, query and headers'),
    })
  }
  const id = metaId(schema)
  if (id !== undefined && !componentName.test(id)) {
    problems.push({
      at,
      problem: `its id "${id}" must consist of letters, digits, dots, hyphens and underscores`,
    })
  }
  if (type === 'literal' && values.some((value) => value === undefined || typeof value === 'bigint')) {
    problems.push({
      at,
      problem: inexpressible('a literal undefined or bigint; use .optional() or a number'),
    })
  }
  if (type === 'default' || type === 'prefault') problems.push(...defaultProblems(schema, at))
  for (const [name, field] of Object.entries(shape)) {
    if (field?._zod === undefined) problems.push({ at: `${at}.${name}`, problem: 'is not a zod schema' })
  }
  for (const check of checks) {
    const construct = checkProblem(check._zod.def)
    if (construct !== undefined) problems.push({ at, problem: inexpressible(construct) })
  }
  return [
    ...problems,
    ...childrenOf(schema, at).flatMap(([childPath, child]) => schemaProblems(child, childPath, checkedSchemas)),
  ]
}
