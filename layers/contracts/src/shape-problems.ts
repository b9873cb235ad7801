import type { ContractProblem } from './contract-error.ts'
import { suggestion } from './nearest-word.ts'

type Rule = readonly [problem: string, isValid: (value: unknown) => boolean, isRequired?: boolean]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
// Only functions, because a bundle that omits these checks would still contain values that are created at load time.
const isListOf = (value: unknown, isValidItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isValidItem)
const isRecordOf = (value: unknown, isValidField: (member: unknown) => boolean): boolean =>
  isRecord(value) && Object.values(value).every(isValidField)
const isString = (value: unknown): boolean => typeof value === 'string'
const isFieldList = (value: unknown): boolean => isListOf(value, isString)
const isTextList = (value: unknown): boolean => isListOf(value, isText)

const isSchema = (value: unknown, type?: string): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const kind = (value as { _zod?: { def: { type: string } } })._zod?.def.type
  return kind !== undefined && (type === undefined || kind === type)
}

const OBJECT_RULE = 'must be z.object({ … })'
const isObjectSchema = (value: unknown): boolean => isSchema(value, 'object')

const isInvariant = (value: unknown): boolean =>
  isRecord(value) && isText(value.id) && isText(value.message) && typeof value.holds === 'function'
const isTransition = (value: unknown): boolean =>
  isRecord(value) && (value.from === undefined || isString(value.from) || isFieldList(value.from)) && isString(value.to)
const isErrorReference = (value: unknown): boolean => isText(value) || (isRecord(value) && isText(value.code))
const isResponse = (value: unknown): boolean => value === 'self' || (isRecord(value) && isText(value.description))
const isIndex = (value: unknown): boolean =>
  isString(value) || isFieldList(value) || (isRecord(value) && isFieldList(value.fields))

const definitionRules: Readonly<Record<string, Rule>> = {
  name: ['is missing; name the entity, for example "order"', isText, true],
  version: ['is missing; start with "1.0.0"', isText, true],
  description: ['is missing; describe the entity in a sentence', isText, true],
  schema: [`${OBJECT_RULE}: the fields of the entity`, isObjectSchema, true],
  operations: ['must be an object: operation name to { input, output, … }', isRecord, true],
  states: ['must be an object: { field, initial, transitions }', isRecord],
  surfaces: ['must be an object: { api: { basePath, routes }, db: { table, indexes } }', isRecord, true],
  authority: ['must be an object: operation name to its authority, for example "authenticated"', isRecord, true],
  events: [
    'must be an object: event name to the schema of its payload',
    (value) => isRecordOf(value, (payload) => isSchema(payload)),
  ],
  invariants: [
    'must be a list of { id, message, holds }, where holds is a function of the entity',
    (value) => isListOf(value, isInvariant),
  ],
  compat: ['must be an object: { renames: { old: new } }', isRecord],
}

const operationRules: Readonly<Record<string, Rule>> = {
  kind: [
    'must be create, read, list, update, delete or command',
    (value) => ['create', 'read', 'list', 'update', 'delete', 'command'].includes(value as string),
  ],
  summary: ['must be a text', isText],
  description: ['must be a text', isText],
  input: [`${OBJECT_RULE}: path parameters, and the query or the body`, isObjectSchema],
  headers: [`${OBJECT_RULE} of header names in lower case`, isObjectSchema],
  output: ["must be 'self', 'none' or a schema", (value) => value === 'self' || value === 'none' || isSchema(value)],
  transition: ['must be { from, to }: a state or a list of states, and the next state', isTransition],
  emits: ['must be a list of event names', isTextList],
  errors: [
    'must be a list of error codes: shared words, or { code, status }',
    (value) => isListOf(value, isErrorReference),
  ],
  responses: [
    "must be an object: status to 'self' or { description, schema }",
    (value) => isRecordOf(value, isResponse),
  ],
  tags: ['must be a list of words', isTextList],
  idempotent: ['must be true or false', (value) => typeof value === 'boolean'],
  stream: ['must be true or false', (value) => typeof value === 'boolean'],
  rate: [
    "must be { requests, window, by }: a whole number, a time span such as '1h', and the subject that is counted",
    (value) => [value].flat().every((each) => typeof each === 'object' && each !== null && 'window' in each),
  ],
  maxBodyBytes: ['must be a positive number of bytes', (value) => Number.isInteger(value) && (value as number) > 0],
}

const statesRules: Readonly<Record<string, Rule>> = {
  field: ['is missing; name the field of the schema that contains the state', isText, true],
  initial: ['is missing; name the state of a new entity', isText, true],
  terminal: ['must be a list of states', isFieldList],
  transitions: [
    'must be an object: state to { operation: next state }',
    (value) =>
      isRecordOf(value, (row) => isRecordOf(row, (nextState) => nextState === undefined || isString(nextState))),
  ],
}

const apiRules: Readonly<Record<string, Rule>> = {
  basePath: [
    'must start with a slash; use "/" for no prefix',
    (value) => typeof value === 'string' && value.startsWith('/'),
    true,
  ],
  routes: ['must be an object: operation name to "METHOD /path"', isRecord, true],
}

const dbRules: Readonly<Record<string, Rule>> = {
  table: ['is missing; name the table', isText, true],
  key: [
    'must be a list of at least one field, for example ["id"]',
    (value) => isFieldList(value) && (value as readonly string[]).length > 0,
  ],
  indexes: [
    'must be a list of field lists or { fields, unique }, for example [["state", "created_at"]]',
    (value) => isListOf(value, isIndex),
  ],
}

/** Checks fields by their rules. A field without a rule is unknown. `prefix` ends with a dot, or is empty. */
const fieldProblems = (value: unknown, rules: Readonly<Record<string, Rule>>, prefix: string): ContractProblem[] => {
  if (!isRecord(value)) return []
  const names = Object.keys(rules)
  const broken = Object.entries(rules).flatMap(([name, [problem, isValid, isRequired = false]]) => {
    const field = value[name]
    const isAccepted = field === undefined ? !isRequired : isValid(field)
    return isAccepted ? [] : [{ at: `${prefix}${name}`, problem }]
  })
  const unknownNames = Object.keys(value).filter((name) => !names.includes(name))
  return [
    ...broken,
    ...unknownNames.map((name) => ({ at: `${prefix}${name}`, problem: `is not a member; ${suggestion(name, names)}` })),
  ]
}

const recordProblems = (value: unknown, rules: Readonly<Record<string, Rule>>, at: string): ContractProblem[] =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, entry]) =>
    isRecord(entry)
      ? fieldProblems(entry, rules, `${at}.${name}.`)
      : [{ at: `${at}.${name}`, problem: 'must be an object' }],
  )

const isRoute = (value: unknown): boolean =>
  typeof value === 'string' || (isRecord(value) && typeof value.method === 'string' && typeof value.path === 'string')

const routeProblems = (routes: unknown): ContractProblem[] =>
  Object.entries(isRecord(routes) ? routes : {}).flatMap(([name, route]) =>
    isRoute(route)
      ? []
      : [{ at: `surfaces.api.routes.${name}`, problem: 'must be "METHOD /path" or { method, path }' }],
  )

const compatRules: Readonly<Record<string, Rule>> = {
  renames: ['must be an object: old field name to new field name', (value) => isRecordOf(value, isString)],
}

const authorityProblems = (authority: unknown): ContractProblem[] =>
  Object.entries(isRecord(authority) ? authority : {}).flatMap(([name, required]) =>
    required === undefined || isString(required) || isRecord(required)
      ? []
      : [{ at: `authority.${name}`, problem: 'must be a word, for example "authenticated", or { requires: word }' }],
  )

/**
 * Rejects `constructor`, `toString` and similar names, because a lookup in an object would find an inherited property.
 */
const inheritedProblems = (operations: unknown): ContractProblem[] =>
  Object.keys(isRecord(operations) ? operations : {}).flatMap((name) =>
    name in Object.prototype
      ? [{ at: `operations.${name}`, problem: 'is a name that every object inherits; choose another' }]
      : [],
  )

/**
 * Returns fields that are missing, misspelled, misplaced or of the wrong type. TypeScript detects these as well. For
 * plain JavaScript they are reported here, before a later check fails on them.
 */
export const shapeProblems = (definition: unknown): readonly ContractProblem[] => {
  if (!isRecord(definition)) return [{ at: 'definition', problem: 'must be an object' }]
  const surfaces = isRecord(definition.surfaces) ? definition.surfaces : {}
  const api = isRecord(surfaces.api) ? surfaces.api : {}
  return [
    ...fieldProblems(definition, definitionRules, ''),
    ...recordProblems(definition.operations, operationRules, 'operations'),
    ...fieldProblems(definition.states, statesRules, 'states.'),
    ...fieldProblems(
      definition.surfaces,
      { api: ['must be { basePath, routes }', isRecord], db: ['must be { table, key, indexes }', isRecord] },
      'surfaces.',
    ),
    ...fieldProblems(surfaces.api, apiRules, 'surfaces.api.'),
    ...fieldProblems(surfaces.db, dbRules, 'surfaces.db.'),
    ...fieldProblems(definition.compat, compatRules, 'compat.'),
    ...inheritedProblems(definition.operations),
    ...authorityProblems(definition.authority),
    ...routeProblems(api.routes),
  ]
}
