import type { ContractProblem } from './contract-error.ts'
import { schemaOf } from './deferred.ts'
import { nearestWord } from './nearest-word.ts'

type Loose = Readonly<Record<string, unknown>>
type Rule = readonly [what: string, holds: (value: unknown) => boolean, isRequired?: boolean]

const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isList = (value: unknown): boolean => Array.isArray(value)

/** Whether a value is a zod schema of the given type, or of any; one that is deferred is made for it. */
const isSchema = (value: unknown, type?: string): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const found = (schemaOf(value as never) as { _zod?: { def: { type: string } } })._zod?.def.type
  return found !== undefined && (type === undefined || found === type)
}

const object = 'must be z.object({ … })'
const isObjectSchema = (value: unknown): boolean => isSchema(value, 'object')

const definitionRules: Readonly<Record<string, Rule>> = {
  name: ['is missing; name what the contract describes, as in "order"', isText, true],
  version: ['is missing; start with "1.0.0"', isText, true],
  description: ['is missing; say in a sentence what the entity is', isText, true],
  schema: [`${object}: the fields of the entity`, isObjectSchema, true],
  operations: ['must be an object: operation name to { input, output, … }', isRecord, true],
  states: ['must be an object: { field, initial, transitions }', isRecord],
  surfaces: ['must be an object: { api: { basePath, routes }, db: { table, indexes } }', isRecord, true],
  authority: ['must be an object: operation name to who may call it, as in "authenticated"', isRecord, true],
  events: ['must be an object: event name to the schema of its payload', isRecord],
  invariants: ['must be a list of { id, message, holds }', isList],
  compat: ['must be an object: { renames: { old: new } }', isRecord],
}

const operationRules: Readonly<Record<string, Rule>> = {
  kind: [
    'must be create, read, list, update, delete or command',
    (value) => ['create', 'read', 'list', 'update', 'delete', 'command'].includes(value as string),
  ],
  summary: ['must be a text', isText],
  description: ['must be a text', isText],
  input: [`${object}: path parameters, and the query or the body`, isObjectSchema],
  headers: [`${object} of header names in lower case`, isObjectSchema],
  output: ["must be 'self', 'none' or a schema", (value) => value === 'self' || value === 'none' || isSchema(value)],
  transition: ['must be { from, to }', isRecord],
  emits: ['must be a list of event names', isList],
  errors: ['must be a list of error codes', isList],
  responses: ["must be an object: status to 'self' or { description, schema }", isRecord],
  tags: ['must be a list of words', isList],
  idempotent: ['must be true or false', (value) => typeof value === 'boolean'],
  stream: ['must be true or false', (value) => typeof value === 'boolean'],
  maxBodyBytes: ['must be a positive number of bytes', (value) => Number.isInteger(value) && (value as number) > 0],
}

const statesRules: Readonly<Record<string, Rule>> = {
  field: ['is missing; name the field of the schema that holds the state', isText, true],
  initial: ['is missing; name the state of a fresh entity', isText, true],
  terminal: ['must be a list of states', isList],
  transitions: ['must be an object: state to { operation: next state }', isRecord],
}

const apiRules: Readonly<Record<string, Rule>> = {
  basePath: [
    'must start with a slash; "/" for none',
    (value) => typeof value === 'string' && value.startsWith('/'),
    true,
  ],
  routes: ['must be an object: operation name to "METHOD /path"', isRecord, true],
}

const dbRules: Readonly<Record<string, Rule>> = {
  table: ['is missing; name the table', isText, true],
  key: ['must be a list of fields, as in ["id"]', isList],
  indexes: ['must be a list of field lists, as in [["state", "created_at"]]', isList],
}

/** Members against their rules; a member that no rule knows is a slip. `prefix` ends in a dot, or is empty. */
const memberProblems = (value: unknown, rules: Readonly<Record<string, Rule>>, prefix: string): ContractProblem[] => {
  if (!isRecord(value)) return []
  const known = Object.keys(rules)
  const broken = Object.entries(rules).flatMap(([name, [problem, holds, isRequired = false]]) => {
    const member = value[name]
    const isFine = member === undefined ? !isRequired : holds(member)
    return isFine ? [] : [{ at: `${prefix}${name}`, problem }]
  })
  const surplus = Object.keys(value).filter((name) => !known.includes(name))
  return [
    ...broken,
    ...surplus.map((name) => {
      const near = nearestWord(name, known)
      return {
        at: `${prefix}${name}`,
        problem: `is not known here; ${near ? `did you mean ${near}?` : `there are ${known.join(', ')}`}`,
      }
    }),
  ]
}

const recordProblems = (value: unknown, rules: Readonly<Record<string, Rule>>, at: string): ContractProblem[] =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) =>
    isRecord(member)
      ? memberProblems(member, rules, `${at}.${name}.`)
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

/**
 * What is not even of the right kind: missing, misspelt or misplaced members. Types catch these as well; a plain JavaScript
 * caller meets them here, before any check that would stumble over them.
 */
export const shapeProblems = (definition: unknown): readonly ContractProblem[] => {
  if (!isRecord(definition)) return [{ at: 'definition', problem: 'must be an object' }]
  const surfaces = isRecord(definition.surfaces) ? definition.surfaces : {}
  const api = isRecord(surfaces.api) ? surfaces.api : {}
  return [
    ...memberProblems(definition, definitionRules, ''),
    ...recordProblems(definition.operations, operationRules, 'operations'),
    ...memberProblems(definition.states, statesRules, 'states.'),
    ...memberProblems(
      definition.surfaces,
      { api: ['must be { basePath, routes }', isRecord], db: ['must be { table, key, indexes }', isRecord] },
      'surfaces.',
    ),
    ...memberProblems(surfaces.api, apiRules, 'surfaces.api.'),
    ...memberProblems(surfaces.db, dbRules, 'surfaces.db.'),
    ...routeProblems(api.routes),
  ]
}
