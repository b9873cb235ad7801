import type { StateMachineDefinition } from 'aws-local-stepfunctions'

/** Local action of each Task or Wait state, by state name. Names are unique within a machine. */
export type StateAction =
  | { readonly kind: 'lambda'; readonly arn: string }
  | { readonly kind: 'lambda:invoke' }
  | { readonly kind: 'wait' }

export interface PreparedMachine {
  readonly definition: StateMachineDefinition
  readonly actions: ReadonlyMap<string, StateAction>
}

type State = Record<string, unknown> & { readonly Type: string }
interface Machine {
  readonly States: Readonly<Record<string, State>>
}

const LAMBDA_ARN = /^arn:aws:lambda:/
const LAMBDA_INVOKE = 'arn:aws:states:::lambda:invoke'
const WAIT_RESOURCE = 'arn:aws:lambda:local:000000000000:function:wait'

/**
 * States have no time limit by default. The interpreter's default is 60 s and its timers count to at most 2^31 ms, so
 * "none" becomes 23 days.
 */
const NO_TIMEOUT_SECONDS = 2_000_000

const actionOf = (machine: string, name: string, resource: unknown): StateAction => {
  if (typeof resource === 'string' && LAMBDA_ARN.test(resource)) return { kind: 'lambda', arn: resource }
  if (resource === LAMBDA_INVOKE) return { kind: 'lambda:invoke' }
  throw new Error(
    `State machine ${machine}, state "${name}": Resource "${String(resource)}" cannot run locally. ` +
      `Use a Lambda function's ARN or ${LAMBDA_INVOKE}.`,
  )
}

/** Turns a Wait into a Task, so that it waits on the local clock and `advance` can end it. */
const waitAsTask = ({ Type: _wait, Seconds, Timestamp, SecondsPath, TimestampPath, ...otherFields }: State): State => {
  const Parameters = {
    ...(Seconds !== undefined && { Seconds }),
    ...(Timestamp !== undefined && { Timestamp }),
    ...(SecondsPath !== undefined && { 'Seconds.$': SecondsPath }),
    ...(TimestampPath !== undefined && { 'Timestamp.$': TimestampPath }),
  }
  return {
    ...otherFields,
    Type: 'Task',
    Resource: WAIT_RESOURCE,
    Parameters,
    ResultPath: null,
    TimeoutSeconds: NO_TIMEOUT_SECONDS,
  }
}

/** Makes a deployed definition runnable; throws an error that names a state that cannot run here. */
export const prepareMachine = (name: string, definition: unknown): PreparedMachine => {
  const actions = new Map<string, StateAction>()
  const prepareStates = (source: Machine): Machine => ({
    ...source,
    States: Object.fromEntries(Object.entries(source.States).map(([id, state]) => [id, prepareState(id, state)])),
  })
  const prepareState = (id: string, state: State): State => {
    if (state.QueryLanguage === 'JSONata')
      throw new Error(`State machine ${name}, state "${id}": JSONata cannot run locally; write it in JSONPath.`)
    if (state.Type === 'Wait') {
      actions.set(id, { kind: 'wait' })
      return waitAsTask(state)
    }
    if (state.Type === 'Task') {
      actions.set(id, actionOf(name, id, state.Resource))
      const hasTimeout = state.TimeoutSeconds !== undefined || state.TimeoutSecondsPath !== undefined
      return { ...state, Resource: WAIT_RESOURCE, ...(!hasTimeout && { TimeoutSeconds: NO_TIMEOUT_SECONDS }) }
    }
    if (state.Type === 'Parallel') return { ...state, Branches: (state.Branches as Machine[]).map(prepareStates) }
    if (state.Type !== 'Map') return state
    const processorField = state.ItemProcessor === undefined ? 'Iterator' : 'ItemProcessor'
    return { ...state, [processorField]: prepareStates(state[processorField] as Machine) }
  }
  if ((definition as { QueryLanguage?: string }).QueryLanguage === 'JSONata')
    throw new Error(`State machine ${name}: JSONata cannot run locally; write it in JSONPath.`)
  return { definition: prepareStates(definition as Machine) as unknown as StateMachineDefinition, actions }
}
