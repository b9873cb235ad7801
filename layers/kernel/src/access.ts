/**
 * Each function of a domain and its rights, as plain data. The CDK makes functions, variables and rights from it; a
 * handler makes its environment from it. What a function may use is in abilities/, one file each.
 */

import type { Grants } from './abilities/granted.ts'

/** Messages that a function takes from a queue. The queue is made for it. */
export interface QueueTrigger {
  readonly name: string
  readonly batchSize: number
  readonly maxConcurrency: number
  /**
   * The member of an event by whose value its messages are in groups, each of which is taken in the order of its sending,
   * one message after the other. After a failure the rest of the group waits. Absent: no order is kept.
   */
  readonly inOrderOf?: 'tenantid' | `data.${string}`
}

/** Events of the bus that a function receives, each as a CloudEvent: in its queue, or by themselves where it has none. */
export interface Subscription {
  /** CloudEvents types, such as `org.signet.job.completed.v1`. */
  readonly types: readonly string[]
  /** Conditions on members of the payload: each must have one of its values. */
  readonly data?: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /**
   * Whether whoever puts the events on the bus repeats each until it is answered. Only such a function may have no queue:
   * what it fails on is tried twice more and then left to the next repetition. A queue is asked for messages all month.
   */
  readonly repeats?: true
}

export interface ScheduleTrigger {
  readonly every: 'minute' | '15 minutes' | 'hour' | 'day'
  readonly input?: Readonly<Record<string, unknown>>
}

export interface FunctionAccess extends Grants {
  readonly description: string
  /** A full vCPU comes at 1769 MB. */
  readonly memoryMb: number
  readonly timeoutSeconds: number
  /** Whether its handler streams. Then every route that it serves must stream. */
  readonly streams?: true
  /** The largest share of the account's concurrency that it may take. The rest is left to the workers. */
  readonly share?: number
  /** Modules outside its bundle, by the names of the layers that hold them. */
  readonly layers?: readonly string[]
  readonly schedule?: ScheduleTrigger
  readonly queue?: QueueTrigger
  /** Further events in its queue, of any service; see `Subscription` for one without a queue. */
  readonly subscribes?: Subscription
  readonly step?: string
}

export type Access = Readonly<Record<string, FunctionAccess>>

/** Refuses members that no function has, such as a misspelt ability. */
type CheckedMembers<A> = {
  readonly [Fn in keyof A]: { readonly [M in keyof A[Fn]]: M extends keyof FunctionAccess ? A[Fn][M] : never }
}

export const defineAccess = <const A extends Access>(access: A & CheckedMembers<A>): A => access

export type { DeployedResources, NamedResource, Right } from './abilities/ability.ts'
export type { ClientsOf, EnvironmentOf, Grants, VariableOf } from './abilities/granted.ts'
export type { Receiving } from './abilities/receives.ts'
export { rowRights } from './abilities/rows.ts'
export { accessVariables, environmentOf, granted, rowsOf, variablesOf } from './abilities/variables.ts'
