import type * as z from 'zod'
import type { ContractProblem } from './contract-error.ts'
import type { EntitySchema } from './contract-types.ts'
import { nameProblems, unsharedCodeProblem } from './endpoint-problems.ts'
import { resolveError } from './error-codes.ts'
import type { LooseDefinition } from './loose-definition.ts'
import { suggestion } from './nearest-word.ts'
import type { RouteSpelling } from './route-pattern.ts'
import { schemaProblems } from './schema-problems.ts'
import type { NamedOperation } from './state-machine.ts'
import { defOf, unwrap } from './string-binding.ts'

const semverPattern = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/

/** Returns the values of the state field's enum; `undefined` if the field is missing or not an enum of strings. */
export const statesOf = (schema: EntitySchema, field: string): readonly string[] | undefined => {
  const stateSchema = Object.hasOwn(schema.shape, field) ? (schema.shape[field] as z.ZodType) : undefined
  if (stateSchema === undefined) return undefined
  const def = defOf(unwrap(stateSchema)) as { type: string; entries?: Record<string, string>; values?: string[] }
  if (def.type === 'enum') return Object.values(def.entries ?? {})
  return def.type === 'literal' ? def.values : undefined
}

const stateFieldProblems = (
  schema: EntitySchema,
  { field, initial }: NonNullable<LooseDefinition['states']>,
): ContractProblem[] => {
  const at = `schema.${field}`
  let wrapped = Object.hasOwn(schema.shape, field) ? (schema.shape[field] as z.ZodType) : undefined
  for (; wrapped !== undefined; wrapped = defOf(wrapped).innerType) {
    const { type, defaultValue } = defOf(wrapped) as ReturnType<typeof defOf> & { readonly defaultValue?: unknown }
    if (type === 'optional' || type === 'nullable')
      return [{ at, problem: `contains the state, which is never missing or null; remove .${type}()` }]
    if ((type === 'default' || type === 'prefault') && defaultValue !== initial)
      return [
        { at, problem: `has the default "${defaultValue}", but states.initial is "${initial}"; remove the default` },
      ]
  }
  return []
}

const headProblems = ({ name, version, schema, states }: LooseDefinition): ContractProblem[] => {
  const problems = nameProblems(name, 'name')
  if (!semverPattern.test(version))
    problems.push({ at: 'version', problem: `"${version}" is not major.minor.patch, as in 1.0.0` })
  if (states !== undefined && statesOf(schema, states.field) === undefined) {
    problems.push({
      at: 'states.field',
      problem: `"${states.field}" must be a field of the schema whose type is z.enum([...])`,
    })
  }
  return states === undefined ? problems : [...problems, ...stateFieldProblems(schema, states)]
}

const accessProblems = ({ operations, authority, api: { routes } }: LooseDefinition): ContractProblem[] => {
  const names = Object.keys(operations)
  const unknownNameProblems = (part: string, record: object): ContractProblem[] =>
    Object.keys(record).flatMap((name) =>
      names.includes(name)
        ? []
        : [{ at: `${part}.${name}`, problem: `is not an operation; ${suggestion(name, names)}` }],
    )
  const authorityProblems = names.flatMap((name): ContractProblem[] => {
    const at = `authority.${name}`
    const required = authority[name]
    const isRouted = routes[name] !== undefined
    if (required === undefined)
      return [{ at, problem: 'declare who may call it: public, authenticated, session, scope:…, policy:… or internal' }]
    if (isRouted && required === 'internal')
      return [{ at, problem: 'has a route, so it cannot be internal; remove the route or change authority' }]
    if (!isRouted && required !== 'internal')
      return [{ at, problem: `has no route, so it must be internal (not "${required}")` }]
    return []
  })
  return [
    ...unknownNameProblems('authority', authority),
    ...unknownNameProblems('surfaces.api.routes', routes),
    ...authorityProblems,
  ]
}

const isReading = (route: RouteSpelling | undefined): boolean =>
  typeof route === 'string' ? route.startsWith('GET ') : route?.method === 'GET'

const referenceProblems = (
  { api, events }: LooseDefinition,
  name: string,
  operation: NamedOperation['definition'],
): ContractProblem[] => {
  const at = `operations.${name}`
  const problems: ContractProblem[] = []
  for (const [index, event] of (operation.emits ?? []).entries()) {
    if (!Object.hasOwn(events, event))
      problems.push({
        at: `${at}.emits.${index}`,
        problem: `add "${event}" to events, or remove \`events\` to emit the entity`,
      })
  }
  problems.push(...duplicateProblems(operation.emits ?? [], `${at}.emits`))
  const codes = (operation.errors ?? []).map((reference) =>
    typeof reference === 'string' ? reference : reference.code,
  )
  problems.push(...duplicateProblems(codes, `${at}.errors`))
  if (api.routes[name] === undefined) {
    for (const [index, reference] of (operation.errors ?? []).entries()) {
      if (resolveError(reference) === undefined) {
        problems.push({ at: `${at}.errors.${index}`, problem: unsharedCodeProblem(reference) })
      }
    }
  }
  return problems
}

const operationProblems = (
  definition: LooseDefinition,
  { name, kind, definition: operation }: NamedOperation,
): ContractProblem[] => {
  const { states, api } = definition
  const at = `operations.${name}`
  const problems = nameProblems(name, at)
  const isInTable = Object.values(states?.transitions ?? {}).some((row) => row[name] !== undefined)
  const changesState = kind === 'create' || operation.transition !== undefined || isInTable
  if (states === undefined && operation.transition !== undefined) {
    problems.push({
      at: `${at}.transition`,
      problem: 'the contract has no states; add `states` or remove it',
    })
  }
  if (changesState && isReading(api.routes[name])) {
    problems.push({
      at: `surfaces.api.routes.${name}`,
      problem: 'changes the state, so its method cannot be GET; use POST',
    })
  }
  if (states !== undefined && changesState && Object.hasOwn(operation.input?.shape ?? {}, states.field)) {
    const problem = 'is set by the transition, so callers must not send it; remove the field'
    problems.push({ at: `${at}.input.${states.field}`, problem })
  }
  problems.push(...referenceProblems(definition, name, operation))
  if (kind === 'list' && operation.output === undefined && operation.responses === undefined) {
    problems.push({
      at: `${at}.output`,
      problem: 'a list must declare its shape, for example z.object({ items: z.array(…) })',
    })
  }
  return problems
}

const duplicatesIn = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, i) => names.indexOf(name) !== i)),
]

const duplicateProblems = (names: readonly string[], at: string): ContractProblem[] =>
  duplicatesIn(names).map((word) => ({ at, problem: `"${word}" is listed twice; remove one` }))

const databaseProblems = ({ schema, db, renames, states }: LooseDefinition): ContractProblem[] => {
  const fieldNames = Object.keys(schema.shape)
  const unknownFieldProblems = (fields: readonly string[], at: string): ContractProblem[] =>
    fields.flatMap((field, i) =>
      Object.hasOwn(schema.shape, field)
        ? []
        : [{ at: `${at}.${i}`, problem: `"${field}" is not a field of the schema; ${suggestion(field, fieldNames)}` }],
    )
  const renameProblems = Object.entries(renames).flatMap(([oldName, name]): ContractProblem[] => {
    const at = `compat.renames.${oldName}`
    if (!fieldNames.includes(name))
      return [{ at, problem: `"${name}" is not a field of the schema; ${suggestion(name, fieldNames)}` }]
    return fieldNames.includes(oldName)
      ? [{ at, problem: 'is still a field of the schema; a rename removes the old name' }]
      : []
  })
  const targets = Object.values(renames)
  renameProblems.push(
    ...duplicatesIn(targets).map((name) => ({
      at: 'compat.renames',
      problem: `two old fields were renamed to "${name}"; keep one of them`,
    })),
  )
  if (db === undefined) return renameProblems
  const indexes = db.indexes.flatMap(({ fields }, i): ContractProblem[] =>
    fields.length === 0
      ? [{ at: `surfaces.db.indexes.${i}`, problem: 'contains no field' }]
      : [
          ...unknownFieldProblems(fields, `surfaces.db.indexes.${i}`),
          ...duplicateProblems(fields, `surfaces.db.indexes.${i}`),
        ],
  )
  const stateKeyProblems = db.key.flatMap((field, i): ContractProblem[] =>
    field === states?.field
      ? [{ at: `surfaces.db.key.${i}`, problem: `"${field}" is the state, which changes; a key must not change` }]
      : [],
  )
  const key = [
    ...unknownFieldProblems(db.key, 'surfaces.db.key'),
    ...duplicateProblems(db.key, 'surfaces.db.key'),
    ...stateKeyProblems,
  ]
  return [...key, ...indexes, ...renameProblems]
}

const representationProblems = (definition: LooseDefinition): readonly ContractProblem[] => {
  const { schema, operations, events } = definition
  const checkedSchemas = new Set<z.ZodType>()
  const problems = [...schemaProblems(schema, 'schema', checkedSchemas)]
  for (const [name, payload] of Object.entries(events))
    problems.push(...schemaProblems(payload, `events.${name}`, checkedSchemas))
  for (const [name, { input, headers, output, responses = {} }] of Object.entries(operations)) {
    const at = `operations.${name}`
    if (input !== undefined) problems.push(...schemaProblems(input, `${at}.input`, checkedSchemas))
    if (headers !== undefined) problems.push(...schemaProblems(headers, `${at}.headers`, checkedSchemas))
    if (typeof output === 'object') problems.push(...schemaProblems(output, `${at}.output`, checkedSchemas))
    for (const [status, response] of Object.entries(responses)) {
      const body = typeof response === 'object' ? response.schema : undefined
      if (typeof body === 'object') problems.push(...schemaProblems(body, `${at}.responses.${status}`, checkedSchemas))
    }
  }
  return problems
}

export const definitionProblems = (
  definition: LooseDefinition,
  operations: readonly NamedOperation[],
): readonly ContractProblem[] => {
  const ids = definition.invariants.map(({ id }) => id)
  const duplicateIds = ids.filter((id, i) => ids.indexOf(id) !== i)
  return [
    ...headProblems(definition),
    ...accessProblems(definition),
    ...operations.flatMap((operation) => operationProblems(definition, operation)),
    ...databaseProblems(definition),
    ...representationProblems(definition),
    ...duplicateIds.map((id) => ({ at: 'invariants', problem: `two invariants have the id "${id}"; rename one` })),
  ]
}
