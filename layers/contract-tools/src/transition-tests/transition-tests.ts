import type { ContractIR } from '@signet/contracts/ir'
import { kebabCase } from '@signet/contracts/names'
import { shortestPaths } from '../fixtures/shortest-paths.ts'
import type { GeneratedFiles } from '../generated-files.ts'

/** A transition that the state machine allows. */
export interface Edge {
  readonly state: string
  readonly operation: string
  readonly to: string
}

/** An operation that the state machine refuses in a state. */
export interface Refusal {
  readonly state: string
  readonly operation: string
  /** The operations that the state allows, sorted: the `allowed` of the 409 body. */
  readonly allowed: readonly string[]
}

/** All cases of a machine. Every pair of a state and an operation is either in `edges` or in `refusals`. */
export interface MachineCases {
  /** Operations that lead to each state, beginning with the creation. */
  readonly paths: Readonly<Record<string, readonly string[]>>
  readonly edges: readonly Edge[]
  readonly refusals: readonly Refusal[]
}

/** Returns the edges and non-edges of a contract's machine; `undefined` for an entity without a life cycle. */
export const machineCases = (ir: ContractIR): MachineCases | undefined => {
  const states = ir.entity?.states
  if (states === undefined) return undefined
  const transitioning = ir.operations.filter(
    ({ transition }) => transition !== undefined && transition.initial === undefined,
  )
  const pairs = states.states.flatMap((state) => transitioning.map(({ name }) => ({ state, operation: name })))
  const target = ({ state, operation }: (typeof pairs)[number]): string | undefined =>
    states.transitions[state]?.[operation]
  return {
    paths: Object.fromEntries([...shortestPaths(ir)].map(([state, path]) => [state, path.map(({ name }) => name)])),
    edges: pairs.flatMap((pair) => {
      const to = target(pair)
      return to === undefined ? [] : [{ ...pair, to }]
    }),
    refusals: pairs
      .filter((pair) => target(pair) === undefined)
      .map((pair) => ({ ...pair, allowed: Object.keys(states.transitions[pair.state] ?? {}).sort() })),
  }
}

const TEST_PROGRAM = `const perform = (database: DatabaseSync, operation: string, state?: string) => {
  const creation = operation === CREATION
  const transition = sqlTransition(contract, operation, {
    dialect: 'sqlite',
    key,
    ...(creation ? { set } : {}),
    ...(state === undefined ? {} : { state }),
  })
  const row = database.prepare(transition.text).get(...(transition.values as never[]))
  if (row !== undefined) return { state: row[FIELD] }
  return transition.failure(database.prepare(transition.read.text).get(...(transition.read.values as never[])))
}

/** Creates a database with one entity and moves it to the state with the operations of the contract. */
const databaseIn = (state: string): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec(read(SCHEMA))
  let current: unknown
  for (const operation of paths[state] ?? []) {
    const result = perform(database, operation, current as string | undefined)
    assert.ok('state' in result, \`\${operation} was refused on the path to \${state}\`)
    current = result.state
  }
  assert.equal(current, state)
  return database
}

for (const [state, operation, to] of edges) {
  test(\`\${operation} leads from \${state} to \${to}\`, () => {
    assert.deepEqual(perform(databaseIn(state), operation, state), { state: to })
  })
}

for (const [state, operation, allowed] of refusals) {
  test(\`\${operation} is refused in \${state}\`, () => {
    const [from] = Object.keys(contract.operations.find(({ name }: { name: string }) => name === operation).transition.to)
    const refused = perform(databaseIn(state), operation, from)
    assert.deepEqual(refused, { reason: 'invalid_transition', state, allowed })
  })
}
`

const rowsText = (cells: readonly (readonly unknown[])[]): string =>
  cells.map((row) => `  [${row.map((cell) => JSON.stringify(cell)).join(', ')}],\n`).join('')

const testFileText = (
  ir: ContractIR,
  creation: string,
  cases: NonNullable<ReturnType<typeof machineCases>>,
): string => {
  const field = ir.entity?.states?.field ?? ''
  const sql = `./migrations/sqlite/${kebabCase(ir.name)}/${ir.version}/create.sql`
  const paths = Object.entries(cases.paths).map(
    ([state, path]) => `  ${JSON.stringify(state)}: ${JSON.stringify(path)},\n`,
  )
  return `// Generated from the contract "${ir.name}" ${ir.version} by @signet/contracts; do not edit.
// Tests every edge and every non-edge of its state machine on SQLite.
// Run: node --test transitions.test.ts
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sqlTransition } from '@signet/contract-tools/database'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const contract = JSON.parse(read('./contract.json'))
const { states } = JSON.parse(read('./fixtures/entity.json'))

/** Operations that lead to each state, beginning with the creation. */
const paths: Record<string, readonly string[]> = {
${paths.join('')}}

/** State, operation and next state. */
const edges: readonly (readonly [string, string, string])[] = [
${rowsText(cases.edges.map(({ state, operation, to }) => [state, operation, to]))}]

/** State, refused operation and the operations that the state allows. */
const refusals: readonly (readonly [string, string, readonly string[]])[] = [
${rowsText(cases.refusals.map(({ state, operation, allowed }) => [state, operation, allowed]))}]

const entity = states[${JSON.stringify(ir.entity?.states?.initial)}].entity
const key = Object.fromEntries(contract.entity.db.key.map((field: string) => [field, entity[field]]))
const { ${JSON.stringify(field)}: _, ...fields } = entity
const FIELD = ${JSON.stringify(field)}
const CREATION = ${JSON.stringify(creation)}
const SCHEMA = ${JSON.stringify(sql)}
const set = Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in key) && field !== 'version'))

${TEST_PROGRAM}`
}

/**
 * Generates a test file for node:test that walks the machine of a contract on SQLite, with the SQL that the contract
 * generates. It takes every edge; every other pair of state and operation must be refused with the allowed operations.
 * Store it in the folder of `contract.json`, `fixtures/` and `migrations/`. Returns no file for a contract without
 * states, table or creation.
 */
export const transitionTests = (ir: ContractIR): GeneratedFiles => {
  const cases = machineCases(ir)
  const creation = ir.operations.find(({ kind }) => kind === 'create')?.name
  if (cases === undefined || creation === undefined || ir.entity?.db === undefined) return {}
  return { 'transitions.test.ts': testFileText(ir, creation, cases) }
}
