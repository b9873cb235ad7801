import type { Contract } from './contract.ts'

/** The conditional write of one transition, in the terms of a DynamoDB UpdateCommand. */
export interface TransitionCondition {
  readonly from: readonly string[]
  readonly to: string
  /** ConditionExpression: the entity is in a state that the operation starts from (and has the expected version). */
  readonly expression: string
  /** One assignment for the SET clause of the UpdateExpression. It uses `:to`, which `values` contains. */
  readonly assignment: string
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string | number>>
  /** Returns the state after the operation; `undefined` if the current state does not allow it. */
  stateAfter(state: string): string | undefined
}

export interface ConditionOptions {
  /** Narrows the condition to this state. Required if the operation's target depends on the state. */
  readonly state?: string
  /** Requires this value in the entity's `version` attribute. */
  readonly version?: number
}

const targetOf = (contract: Contract, operation: string, state: string | undefined): { from: string[]; to: string } => {
  const transition = contract.operations[operation]?.transition
  if (transition === undefined) {
    throw new TypeError(
      `Operation "${operation}" of contract "${contract.name}" changes no state: write without a condition`,
    )
  }
  if (transition.initial !== undefined) return { from: [], to: transition.initial }
  const from = state === undefined ? [...transition.from] : transition.from.filter((candidate) => candidate === state)
  const targets = new Set(from.map((source) => transition.to[source] ?? ''))
  const [to] = targets
  if (to === undefined) {
    const allowed = transition.from.join(', ')
    throw new RangeError(
      `State "${state}" does not allow "${operation}" of contract "${contract.name}": it starts from ${allowed}`,
    )
  }
  if (targets.size > 1) {
    const transitions = from.map((source) => `${source} -> ${transition.to[source]}`).join(', ')
    throw new TypeError(
      `"${operation}" of contract "${contract.name}" has several targets (${transitions}): pass { state }`,
    )
  }
  return { from, to }
}

/**
 * Returns the condition with which exactly one of several concurrent writers makes a transition. On failure, return 409
 * `invalid_transition` with the state of the old item (`ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`) and
 * `allowedOperations(contract, state)`.
 * A creation requires that the entity does not exist.
 * @throws TypeError if the operation changes no state, or has several targets and `state` is missing
 * @throws RangeError if `state` does not allow the operation
 */
export const transitionCondition = <C extends { readonly operations: object }>(
  contract: C,
  operation: keyof C['operations'] & string,
  { state, version }: ConditionOptions = {},
): TransitionCondition => {
  const contractWithoutTypes = contract as unknown as Contract
  const { from, to } = targetOf(contractWithoutTypes, operation, state)
  const transition = contractWithoutTypes.operations[operation]?.transition
  const placeholders = from.map((_, i) => `:from${i}`)
  const stateExpression = from.length === 0 ? 'attribute_not_exists(#state)' : `#state IN (${placeholders.join(', ')})`
  const hasVersion = version !== undefined
  return {
    from,
    to,
    expression: hasVersion ? `${stateExpression} AND #version = :version` : stateExpression,
    assignment: '#state = :to',
    names: { '#state': contractWithoutTypes.states?.field ?? '', ...(hasVersion ? { '#version': 'version' } : {}) },
    values: {
      ...Object.fromEntries(placeholders.map((name, i) => [name, from[i] ?? ''])),
      ':to': to,
      ...(hasVersion ? { ':version': version } : {}),
    },
    stateAfter: (current) => (transition?.initial === undefined ? transition?.to[current] : undefined),
  }
}

/**
 * Returns the operations that an entity in `state` allows, sorted: the `allowed` of a 409 body. Creations are never
 * included.
 */
export const allowedOperations = (contract: Pick<Contract, 'states'>, state: string): readonly string[] =>
  Object.keys(contract.states?.transitions[state] ?? {}).sort()
