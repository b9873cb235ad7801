import type { Contract } from './contract.ts'

/** The conditional write of one transition, in the terms of a DynamoDB UpdateCommand. */
export interface TransitionCondition {
  readonly from: readonly string[]
  readonly to: string
  /** ConditionExpression: the entity is in a state that the operation leaves (and has the expected version). */
  readonly expression: string
  /** One assignment for the SET clause of the UpdateExpression; it uses `:to`, which `values` carries. */
  readonly assignment: string
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string | number>>
  /** Where the operation leads from a state; `undefined` when that state does not allow it. */
  toFor(state: string): string | undefined
}

export interface ConditionOptions {
  /** Narrows the condition to this state. Needed where the operation's target depends on the state. */
  readonly state?: string
  /** Also demand this value in the entity's `version` attribute. */
  readonly version?: number
}

const targetOf = (contract: Contract, operation: string, state: string | undefined): { from: string[]; to: string } => {
  const transition = contract.operations[operation]?.transition
  if (transition === undefined) {
    throw new TypeError(
      `Operation "${operation}" of contract "${contract.name}" moves no state: write without a condition`,
    )
  }
  if (transition.initial !== undefined) return { from: [], to: transition.initial }
  const from = state === undefined ? [...transition.from] : transition.from.filter((candidate) => candidate === state)
  const targets = new Set(from.map((origin) => transition.to[origin] ?? ''))
  const [to] = targets
  if (to === undefined) {
    const allowed = transition.from.join(', ')
    throw new RangeError(
      `State "${state}" does not allow "${operation}" of contract "${contract.name}": it leaves ${allowed}`,
    )
  }
  if (targets.size > 1) {
    const spelled = from.map((origin) => `${origin} -> ${transition.to[origin]}`).join(', ')
    throw new TypeError(
      `"${operation}" of contract "${contract.name}" has several targets (${spelled}): pass { state }`,
    )
  }
  return { from, to }
}

/**
 * The condition that lets exactly one of several racing writers make a transition. On failure ask DynamoDB for the old item
 * (`ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`) and answer 409 `invalid_transition` with its state and
 * `allowedOperations(contract, state)`.
 *
 * A creation demands that no entity is there yet.
 * @throws TypeError when the operation moves no state, or has several targets and `state` is not given.
 * @throws RangeError when `state` does not allow the operation.
 */
export const transitionCondition = <C extends { readonly operations: object }>(
  contract: C,
  operation: keyof C['operations'] & string,
  { state, version }: ConditionOptions = {},
): TransitionCondition => {
  const plain = contract as unknown as Contract
  const { from, to } = targetOf(plain, operation, state)
  const transition = plain.operations[operation]?.transition
  const placeholders = from.map((_, i) => `:from${i}`)
  const inState = from.length === 0 ? 'attribute_not_exists(#state)' : `#state IN (${placeholders.join(', ')})`
  const versioned = version !== undefined
  return {
    from,
    to,
    expression: versioned ? `${inState} AND #version = :version` : inState,
    assignment: '#state = :to',
    names: { '#state': plain.states?.field ?? '', ...(versioned ? { '#version': 'version' } : {}) },
    values: {
      ...Object.fromEntries(placeholders.map((name, i) => [name, from[i] ?? ''])),
      ':to': to,
      ...(versioned ? { ':version': version } : {}),
    },
    toFor: (current) => (transition?.initial === undefined ? transition?.to[current] : undefined),
  }
}

/** The operations that an entity in `state` allows, sorted: the `allowed` of a 409 body. Creations are never among them. */
export const allowedOperations = (contract: Pick<Contract, 'states'>, state: string): readonly string[] =>
  Object.keys(contract.states?.transitions[state] ?? {}).sort()
