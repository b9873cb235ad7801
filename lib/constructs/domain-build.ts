import type { FunctionAccess, NamedResource } from '@signet/kernel/access'
import type { Stack } from 'aws-cdk-lib'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import type { DomainFunction } from './domain-function.ts'
import type { JobQueue } from './job-queue.ts'

/** A second function of a bundle. It has separate resources under the names in the access. */
export interface Variant {
  readonly scope: Construct
  readonly id: string
  readonly queues?: Readonly<Record<string, NamedResource>>
  readonly machines?: Readonly<Record<string, NamedResource>>
}

/** Creates the parts of a domain. Each part is created once, at its first use. */
export interface DomainBuild {
  readonly stack: Stack
  readonly config: Config
  access(fn: string): FunctionAccess
  fn(name: string): DomainFunction
  variant(name: string, variant: Variant): DomainFunction
  queue(name: string): JobQueue
  machine(name: string): StateMachine
  consumers(requested: number): number
}

/**
 * The parts of a domain that neither its contracts nor its accesses describe. A domain with only routes and rows has no
 * such parts.
 */
export interface DomainParts {
  readonly machines?: Readonly<Record<string, (build: DomainBuild) => StateMachine>>
  readonly queues?: Readonly<Record<string, (build: DomainBuild) => JobQueue>>
  /** Adds further resources, such as alarms, after all functions exist. */
  readonly addResources?: (build: DomainBuild) => void
}
