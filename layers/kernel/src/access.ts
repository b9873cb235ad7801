/**
 * Each function of a domain and its rights, as plain data. The CDK derives functions, variables and rights from it; a
 * handler derives its environment. The abilities are in abilities/, one file each.
 */

import type { Grants } from './abilities/granted.ts'

/** Messages that a function takes from a queue, which is created for it. */
export interface QueueTrigger {
  readonly name: string
  readonly batchSize: number
  readonly maxConcurrency: number
  /**
   * The event field that groups messages. Messages of a group are processed in the order of sending, one after the
   * other. After a failure, the rest of the group waits. If absent, the order is not preserved.
   */
  readonly inOrderOf?: 'tenantid' | `data.${string}`
}

/** Events of the bus that a function receives, each as a CloudEvent: through its queue, or directly if it has none. */
export interface Subscription {
  /** CloudEvents types, such as `org.signet.job.completed.v1`. */
  readonly types: readonly string[]
  /** Conditions on fields of the payload: each field must have one of its values. */
  readonly data?: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /**
   * True if the sender repeats each event until it was processed. Only such a function may have no queue: Lambda retries
   * a failed event twice, and then the sender's next repetition counts. This saves the polling cost of a queue.
   */
  readonly repeats?: true
}

export interface ScheduleTrigger {
  readonly every: 'minute' | '15 minutes' | 'hour' | 'day'
  readonly input?: Readonly<Record<string, unknown>>
}

export interface FunctionAccess extends Grants {
  readonly description: string
  /** At 1769 MB a function gets a full vCPU. */
  readonly memoryMb: number
  readonly timeoutSeconds: number
  /** True if its handler streams responses. Every route of the function must then stream. */
  readonly streams?: true
  /** Maximum share of the account's concurrency, from 0 to 1. The rest is for the workers. */
  readonly share?: number
  /** Modules outside its bundle, by the names of the layers that contain them. */
  readonly layers?: readonly string[]
  readonly schedule?: ScheduleTrigger
  readonly queue?: QueueTrigger
  /** Further events in its queue, from any service. See `Subscription` for events without a queue. */
  readonly subscribes?: Subscription
  /** The state machine that invokes the function as a step. */
  readonly step?: string
}

export type Access = Readonly<Record<string, FunctionAccess>>

/** Rejects properties that no function has, such as a misspelled ability. */
type CheckedMembers<A> = {
  readonly [Fn in keyof A]: { readonly [M in keyof A[Fn]]: M extends keyof FunctionAccess ? A[Fn][M] : never }
}

export const defineAccess = <const A extends Access>(access: A & CheckedMembers<A>): A => access

export type { DeployedResources, NamedResource, Right } from './abilities/ability.ts'
export type { ClientsOf, EnvironmentOf, Grants, VariableOf } from './abilities/granted.ts'
export type { Receiving } from './abilities/receives.ts'
export { rowRights } from './abilities/rows.ts'
export { accessVariables, environmentOf, granted, rowsOf, variablesOf } from './abilities/variables.ts'
