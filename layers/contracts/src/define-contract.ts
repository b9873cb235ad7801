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
import { type LooseDefinition, normalDefinition, type WrittenDefinition } from './loose-definition.ts'
import { kindOf, operationEndpoint } from './operation-endpoint.ts'
import { shapeProblems } from './shape-problems.ts'
import { type NamedOperation, reconciledMachine, type StateMachine, transitionOf } from './state-machine.ts'
import { reachabilityProblems, vocabularyProblems } from './state-problems.ts'

/** A bundler may define this as `false` to leave out checks that the tests have already run; see the README. */
declare const SIGNET_CONTRACT_CHECKS: boolean | undefined

type MachineOf<F> = [F] extends [never] ? undefined : StateMachine
type EmptyObject = Record<never, never>

const duplicateRouteProblems = (endpoints: readonly (readonly [string, Endpoint])[]): ContractProblem[] => {
  const nameByShape = new Map<string, string>()
  return endpoints.flatMap(([name, { method, pathTemplate }]) => {
    const shape = `${method} ${pathTemplate.replaceAll(/\{\w+\}/g, '{}')}`
    const firstName = nameByShape.get(shape)
    nameByShape.set(shape, name)
    const problem = `matches the same requests as "${firstName}" (${method} ${pathTemplate}); change one of them`
    return firstName === undefined ? [] : [{ at: `surfaces.api.routes.${name}`, problem }]
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
    const changesState = Object.values(machine?.transitions ?? {}).some((row) => row[name] !== undefined)
    const endpointResult = operationEndpoint({
      contract,
      name,
      kind,
      definition: operation,
      self,
      basePath,
      route,
      authority,
      changesState,
    })
    problems.push(...endpointResult.problems)
    if (endpointResult.endpoint !== undefined) endpoints.push([name, endpointResult.endpoint])
  }
  return { endpoints, problems }
}

/**
 * Returns the states. If the checks are omitted, the keys of the transition table are used, which avoids the schema.
 */
const machineStates = ({ schema, states }: LooseDefinition): readonly string[] => {
  if (states === undefined) return []
  const isChecked = typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS
  return !isChecked && states.transitions ? Object.keys(states.transitions) : (statesOf(schema, states.field) ?? [])
}

const refuseContradictions = (
  definition: LooseDefinition,
  operations: readonly NamedOperation[],
  machineProblems: readonly ContractProblem[],
  routedEndpoints: ReturnType<typeof endpointsOf>,
  machine: StateMachine | undefined,
): void => {
  const problems = [...definitionProblems(definition, operations)]
  const { states } = definition
  if (states !== undefined && machine !== undefined && machine.states.length > 0) {
    problems.push(...vocabularyProblems(states, machine.states, operations))
    // These checks would report a misspelled state again.
    if (problems.length === 0) problems.push(...machineProblems, ...reachabilityProblems(machine))
  }
  refuseProblems(definition.name, [
    ...problems,
    ...routedEndpoints.problems,
    ...duplicateRouteProblems(routedEndpoints.endpoints),
  ])
}

const assembleContract = (
  definition: LooseDefinition,
  machine: StateMachine | undefined,
  operations: readonly NamedOperation[],
  ops: Readonly<Record<string, Endpoint>>,
): Contract => {
  const operationEntries = operations.map((operation): [string, ContractOperation] => {
    const { name } = operation
    const transition = machine && transitionOf(machine, operation)
    const endpoint = ops[name]
    const routedOperation = {
      ...operation,
      operationId: `${definition.name}_${name}`,
      authority: definition.authority[name] ?? 'internal',
    }
    return [name, { ...routedOperation, ...(endpoint && { endpoint }), ...(transition && { transition }) }]
  })
  const { name, version, description, schema, events, db, invariants, renames } = definition
  return {
    name,
    version,
    description,
    schema,
    events,
    ops,
    operations: Object.fromEntries(operationEntries),
    states: machine,
    db,
    invariants,
    renames,
  }
}

/**
 * Defines an entity once (spec supporting-services 2.4): shape, operations, states, routes, table and authorities.
 * Validation, typed replies, the condition of each transition and, through `irOf`, documents and generated code are
 * derived from the definition. A transition may be declared with its operation, in `states.transitions`, or in both if
 * they agree. Workers perform operations without a route; their authority is `internal`.
 * @throws ContractError with every contradiction, each with its path in the definition and a fix
 */
export const defineContract = <
  const N extends string,
  S extends EntitySchema,
  const Ops extends Readonly<Record<string, OperationDefinition<NoInfer<StateOf<S, F>>, NoInfer<EventNames<Ev>>>>>,
  const F extends string = never,
  const R extends RouteMap<Ops> = EmptyObject,
  const B extends `/${string}` = '/',
  Ev extends EventMap = EmptyObject,
>(
  input: ContractDefinition<N, S, F, Ops, R, B, Ev>,
): Contract<N, S, EndpointsOf<S, Ops, R, B>, Ops, EventsOf<S, Ops, Ev>, MachineOf<F>> => {
  if (typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS) {
    const name: unknown = input?.name
    refuseProblems(typeof name === 'string' ? name : 'unnamed', shapeProblems(input))
  }
  const definition = normalDefinition(input as unknown as WrittenDefinition)
  const operations = Object.entries(definition.operations).map(
    ([name, operation]): NamedOperation => ({ name, kind: kindOf(name, operation), definition: operation }),
  )
  const { states } = definition
  const { machine, problems = [] } = states ? reconciledMachine(states, machineStates(definition), operations) : {}
  const routedEndpoints = endpointsOf(definition, machine, operations)
  if (typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS)
    refuseContradictions(definition, operations, problems, routedEndpoints, machine)
  const built = assembleContract(definition, machine, operations, Object.fromEntries(routedEndpoints.endpoints))
  return built as unknown as Contract<N, S, EndpointsOf<S, Ops, R, B>, Ops, EventsOf<S, Ops, Ev>, MachineOf<F>>
}
