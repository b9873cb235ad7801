/**
 * The seam between the embedded AWS services (this folder) and the runner that reads the templates (the folder
 * above). The services know nothing of CloudFormation; the runner knows nothing of how a service stores its state.
 */

import type { RequestListener } from 'node:http'
import type { Outages } from './outages.ts'
import type { StoredMail } from './ses/mailbox.ts'

/** Time as the local system sees it. Tests advance it; timers that fall due fire in order. Milliseconds since epoch. */
export interface LocalClock {
  now(): number
  /**
   * Moves the clock forward and fires every timer that falls due, in order of due time. `asleep` passes over what recurs,
   * as a machine does that sleeps for so long: it fires once, at the end.
   */
  advance(ms: number, how?: { readonly asleep?: boolean }): Promise<void>
  /** Runs `task` when the clock reaches now + ms, by real passing of time or by `advance`. Returns a canceller. */
  after(ms: number, task: () => void): () => void
  /** As `after`, at a time, for a task that is set again whenever it was done. */
  recur(due: number, task: () => void): () => void
  /**
   * As `after`, for a task that looks whether there is something to do: `next` answers when, and `advance` passes over
   * such times while nothing happens. Returns a canceller.
   */
  look(next: () => number, task: () => void): () => void
  /** `advance` moves no further while this is under way, so that a caller that was told a time still sees it. */
  hold(work: Promise<unknown>): void
  /** How far the clock runs ahead of the machine's own, in milliseconds. */
  readonly offset: number
}

/** Runs a Lambda function by ARN with a JSON payload; rejects with FunctionError when the function failed. */
export type InvokeFunction = (arn: string, payload: unknown) => Promise<unknown>

export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly errorType: string
  constructor(errorType: string, message: string) {
    super(message)
    this.errorType = errorType
  }
}

export interface TableSpec {
  readonly name: string
  readonly keySchema: readonly { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[]
  readonly attributes: readonly { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[]
  readonly indexes: readonly unknown[]
  readonly ttlAttribute?: string | undefined
}

export interface QueueSpec {
  readonly name: string
  readonly fifo: boolean
  readonly visibilityTimeoutSeconds: number
  readonly retentionSeconds: number
  readonly delaySeconds: number
  /** Queue name of the dead-letter queue and how many receives a message may have before it goes there. */
  readonly redrive?: { readonly target: string; readonly maxReceiveCount: number } | undefined
}

export interface QueueConsumer {
  readonly queue: string
  readonly functionArn: string
  readonly batchSize: number
  readonly windowSeconds: number
  readonly reportBatchItemFailures: boolean
  readonly maxConcurrency?: number | undefined
}

export interface BucketSpec {
  readonly name: string
  /** Expiration rules of the lifecycle configuration; days are counted on the local clock. */
  readonly lifecycle: readonly { readonly prefix: string; readonly expirationDays: number }[]
}

export interface StateMachineSpec {
  readonly name: string
  readonly arn: string
  /** Amazon States Language, JSONPath, all intrinsics already resolved. */
  readonly definition: unknown
}

export interface ScheduleSpec {
  readonly name: string
  /** rate(…), cron(…) or at(…) in UTC. */
  readonly expression: string
  readonly targetArn: string
  readonly input: unknown
}

export interface EventBusSpec {
  readonly name: string
  readonly arn: string
}

export interface BusEvent {
  readonly version: '0'
  readonly id: string
  readonly 'detail-type': string
  readonly source: string
  readonly account: string
  readonly time: string
  readonly region: string
  readonly resources: readonly string[]
  readonly detail: unknown
}

export interface ArchivedEvent {
  readonly bus: string
  readonly event: BusEvent
}

/** The input that a rule makes of an event for a target; without a member the target gets the event as it is. */
export interface TargetInput {
  readonly constant?: string | undefined
  readonly path?: string | undefined
  readonly transformer?: { readonly paths: Readonly<Record<string, string>>; readonly template: string } | undefined
}

export interface EventTargetSpec {
  readonly id: string
  readonly arn: string
  readonly input: TargetInput
  readonly groupId?: string | undefined
  /** How long and how often EventBridge tries to reach the target, and the ARN of the queue for undelivered events. */
  readonly maxRetries: number
  readonly maxAgeSeconds: number
  readonly deadLetters?: string | undefined
  readonly invocation: {
    readonly retries: number
    readonly maxAgeSeconds: number
    readonly onFailure?: { readonly kind: 'destination' | 'dead letters'; readonly arn: string } | undefined
  }
}

export interface EventRuleSpec {
  readonly name: string
  readonly arn: string
  readonly bus: string
  readonly pattern: unknown
  readonly targets: readonly EventTargetSpec[]
}

export interface SecretSpec {
  readonly name: string
  readonly arn: string
  /** A literal value, or how to generate one the first time; with neither it stays empty until it is given one. */
  readonly value?: string | undefined
  readonly generate?:
    | { readonly length: number; readonly key?: string | undefined; readonly template?: string | undefined }
    | undefined
}

export interface KeySpec {
  readonly id: string
  readonly arn: string
  /** AWS::KMS::Key KeySpec, e.g. SYMMETRIC_DEFAULT, ECC_NIST_P256, ECC_NIST_EDWARDS25519. */
  readonly spec: string
  readonly usage: string
}

/** The embedded AWS: one HTTP endpoint for the SDKs, and the resources that stacks declare. Every call is idempotent. */
export interface EmbeddedAws {
  /** http://127.0.0.1:port, the value of AWS_ENDPOINT_URL for every function. */
  readonly endpoint: string
  /** The server itself, for callers in the same process that need no socket. */
  readonly serve: RequestListener
  /**
   * Runs an operation of DynamoDB on an input as JSON has it, for callers in the same process that need no HTTP. `caller`
   * is the access key id that would sign the request. @throws AwsError, of a planned outage too
   */
  callTable(operation: string, input: Readonly<Record<string, unknown>>, caller: string): Promise<unknown>
  readonly clock: LocalClock
  readonly outages: Pick<Outages, 'plan' | 'clear'>
  table(spec: TableSpec): Promise<void>
  bucket(spec: BucketSpec): Promise<void>
  queue(spec: QueueSpec): Promise<{ readonly url: string; readonly arn: string }>
  consume(consumer: QueueConsumer): Promise<void>
  stateMachine(spec: StateMachineSpec): Promise<void>
  schedule(spec: ScheduleSpec): Promise<void>
  /** Idempotent. The bus `default` always exists. */
  eventBus(spec: EventBusSpec): Promise<void>
  eventRule(spec: EventRuleSpec): Promise<void>
  /** Events that were put on the buses, oldest first. */
  events(): readonly ArchivedEvent[]
  /** Mail that was handed to SES, newest first. */
  mails(): readonly StoredMail[]
  secret(spec: SecretSpec): Promise<void>
  key(spec: KeySpec): Promise<void>
  /** Starts pollers, schedules, TTL and lifecycle collection, and resumes executions that an earlier run left open. */
  start(): Promise<void>
  /** Stops taking work, waits (within bounds) for work in flight, flushes to disk. */
  stop(): Promise<void>
}
