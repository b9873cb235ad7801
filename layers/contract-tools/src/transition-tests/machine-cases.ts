import type { ContractIR } from '@signet/contracts/ir'
import { shortestPaths } from '../fixtures/shortest-paths.ts'

export interface Edge {
  readonly state: string
  readonly operation: string
  readonly to: string
}

export interface Refusal {
  readonly state: string
  readonly operation: string
  /** The operations that the state allows, sorted: the `allowed` of the 409 body. */
  readonly allowed: readonly string[]
}

/** All that can be asked of a machine: every pair of a state and an operation that moves is in one of the two lists. */
export interface MachineCases {
  /** Operations that lead to each state from nothing. */
  readonly paths: Readonly<Record<string, readonly string[]>>
  readonly edges: readonly Edge[]
  readonly refusals: readonly Refusal[]
}

/** The edges and non-edges of a contract's machine; `undefined` for an entity without a life cycle. */
export const machineCases = (ir: ContractIR): MachineCases | undefined => {
  const states = ir.entity?.states
  if (states === undefined) return undefined
  const moving = ir.operations.filter(({ transition }) => transition !== undefined && transition.initial === undefined)
  const pairs = states.states.flatMap((state) => moving.map(({ name }) => ({ state, operation: name })))
  const target = ({ state, operation }: (typeof pairs)[number]): string | undefined =>
    states.transitions[state]?.[operation]
  return {
    paths: Object.fromEntries([...shortestPaths(ir)].map(([state, way]) => [state, way.map(({ name }) => name)])),
    edges: pairs.flatMap((pair) => {
      const to = target(pair)
      return to === undefined ? [] : [{ ...pair, to }]
    }),
    refusals: pairs
      .filter((pair) => target(pair) === undefined)
      .map((pair) => ({ ...pair, allowed: Object.keys(states.transitions[pair.state] ?? {}).sort() })),
  }
}
