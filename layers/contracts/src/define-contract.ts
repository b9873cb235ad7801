import type { Contract, ContractOperation, EndpointsOf, EventsOf } from './contract.ts'
import { type ContractProblem, refuseProblems } from './contract-error.ts'
import type {
  ContractDefinition,
  EntitySchema,
  EventMap,
  EventNames,
  OperationDefinition,
  RouteMap,
  StateOf,
} from './contract-types.ts'
import { definitionProblems, statesOf } from './definition-problems.ts'
import type { Endpoint } from './endpoint.ts'
import { type LooseDefinition, normalDefinition, type SpelledDefinition } from './loose-definition.ts'
import { kindOf, operationEndpoint } from './operation-endpoint.ts'
import { shapeProblems } from './shape-problems.ts'
import { type NamedOperation, reconciledMachine, type StateMachine, transitionOf } from './state-machine.ts'
import { reachabilityProblems, vocabularyProblems } from './state-problems.ts'

/** A bundler may define this as `false` to leave out checks that the tests have already run; see the README. */
declare const SIGNET_CONTRACT_CHECKS: boolean | undefined

type Machine<F> = [F] extends [never] ? undefined : StateMachine
type None = Record<never, never>

const twinRoutes = (endpoints: readonly (readonly [string, Endpoint])[]): ContractProblem[] => {
  const nameByShape = new Map<string, string>()
  return endpoints.flatMap(([name, { method, pathTemplate }]) => {
    const shape = `${method} ${pathTemplate.replaceAll(/\{\w+\}/g, '{}')}`
    const twin = nameByShape.get(shape)
    nameByShape.set(shape, name)
    const problem = `matches the same requests as "${twin}" (${method} ${pathTemplate}); change one of them`
    return twin === undefined ? [] : [{ at: `surfaces.api.routes.${name}`, problem }]
  })
}

const endpointsOf = (
  definition: LooseDefinition,
  machine: StateMachine | undefined,
  operations: readonly NamedOperation[],
) => {
  const { basePath, routes } = definition.api
  const problems: ContractProblem[] = []
  const endpoints: [string, Endpoint][] = []
  for (const { name, kind, definition: operation } of operations) {
    const route = routes[name]
    const authority = definition.authority[name]
    if (route === undefined || authority === undefined || authority === 'internal') continue
    const { name: contract, schema: self } = definition
    const moves = Object.values(machine?.transitions ?? {}).some((row) => row[name] !== undefined)
    const built = operationEndpoint({
      contract,
      name,
      kind,
      definition: operation,
      self,
      basePath,
      route,
      authority,
      moves,
    })
    problems.push(...built.problems)
    if (built.endpoint !== undefined) endpoints.push([name, built.endpoint])
  }
  return { endpoints, problems }
}

/** The checks ensure that the table names every state. Without them, the schema need not be built for it. */
const statesIn = ({ schema, states }: LooseDefinition): readonly string[] => {
  if (states === undefined) return []
  const isChecked = typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS
  return !isChecked && states.transitions ? Object.keys(states.transitions) : (statesOf(schema, states.field) ?? [])
}

const refuseContradictions = (
  definition: LooseDefinition,
  operations: readonly NamedOperation[],
  earlier: readonly ContractProblem[],
  routed: ReturnType<typeof endpointsOf>,
  machine: StateMachine | undefined,
): void => {
  const problems = [...definitionProblems(definition, operations)]
  const { states } = definition
  if (states !== undefined && machine !== undefined && machine.states.length > 0) {
    problems.push(...vocabularyProblems(states, machine.states, operations))
    // Every later check would report a misspelled state again.
    if (problems.length === 0) problems.push(...earlier, ...reachabilityProblems(machine))
  }
  refuseProblems(definition.name, [...problems, ...routed.problems, ...twinRoutes(routed.endpoints)])
}

const builtContract = (
  definition: LooseDefinition,
  machine: StateMachine | undefined,
  operations: readonly NamedOperation[],
  ops: Readonly<Record<string, Endpoint>>,
): Contract => {
  const complete = operations.map((operation): [string, ContractOperation] => {
    const { name } = operation
    const transition = machine && transitionOf(machine, operation)
    const endpoint = ops[name]
    const built = {
      ...operation,
      operationId: `${definition.name}_${name}`,
      authority: definition.authority[name] ?? 'internal',
    }
    return [name, { ...built, ...(endpoint && { endpoint }), ...(transition && { transition }) }]
  })
  const { name, version, description, schema, events, db, invariants, renames } = definition
  return {
    name,
    version,
    description,
    schema,
    events,
    ops,
    operations: Object.fromEntries(complete),
    states: machine,
    db,
    invariants,
    renames,
  }
}

/**
 * Defines an entity once: shape, operations, states, routes, table and authorities. Validation, typed replies, the
 * condition of each transition and, through `irOf`, documents and generated code follow from the value.
 * Specification supporting-services 2.4. A transition may be declared with its operation, in `states.transitions`, or
 * in both if they agree. Workers perform operations without a route; their authority is `internal`.
 * @throws ContractError with every contradiction, each with its path in the definition and a fix
 */
export const defineContract = <
  const N extends string,
  S extends EntitySchema,
  const Ops extends Readonly<Record<string, OperationDefinition<NoInfer<StateOf<S, F>>, NoInfer<EventNames<Ev>>>>>,
  const F extends string = never,
  const R extends RouteMap<Ops> = None,
  const B extends `/${string}` = '/',
  Ev extends EventMap = None,
>(
  typed: ContractDefinition<N, S, F, Ops, R, B, Ev>,
): Contract<N, S, EndpointsOf<S, Ops, R, B>, Ops, EventsOf<S, Ops, Ev>, Machine<F>> => {
  if (typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS) {
    const name: unknown = typed?.name
    refuseProblems(typeof name === 'string' ? name : 'unnamed', shapeProblems(typed))
  }
  const definition = normalDefinition(typed as unknown as SpelledDefinition)
  const operations = Object.entries(definition.operations).map(
    ([name, operation]): NamedOperation => ({ name, kind: kindOf(name, operation), definition: operation }),
  )
  const { states } = definition
  const { machine, problems = [] } = states ? reconciledMachine(states, statesIn(definition), operations) : {}
  const routed = endpointsOf(definition, machine, operations)
  if (typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS)
    refuseContradictions(definition, operations, problems, routed, machine)
  const built = builtContract(definition, machine, operations, Object.fromEntries(routed.endpoints))
  return built as unknown as Contract<N, S, EndpointsOf<S, Ops, R, B>, Ops, EventsOf<S, Ops, Ev>, Machine<F>>
}
