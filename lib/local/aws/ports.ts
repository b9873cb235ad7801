/**
 * Interface between the embedded AWS services (this folder) and the runner that reads the templates (the parent
 * folder). The services do not depend on CloudFormation; the runner does not depend on how a service stores its state.
 */

import type { RequestListener } from 'node:http'
import type { Outages } from './outages.ts'
import type { StoredMail } from './ses/mailbox.ts'

/** Time of the local system, in milliseconds since the epoch. Tests advance it; due timers fire in order. */
export interface LocalClock {
  now(): number
  /**
   * Moves the clock forward and fires every due timer in order of due time. With `asleep`, recurring timers fire once,
   * at the end, as on a machine that was asleep.
   */
  advance(ms: number, options?: { readonly asleep?: boolean }): Promise<void>
  /** Runs `task` when the clock reaches now + ms, in real time or by `advance`. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void
  /** Like `after`, but at the time `due` and for a task that its caller schedules again after each run. */
  recur(due: number, task: () => void): () => void
  /**
   * Like `after`, for a task that polls. `next` returns the time of the next poll. `advance` skips polls while nothing
   * changes. Returns a function that cancels it.
   */
  poll(next: () => number, task: () => void): () => void
  /** Pauses `advance` until `work` has ended, so that skipped time does not count as processing time. */
  hold(work: Promise<unknown>): void
  /** Milliseconds by which the clock is ahead of the machine's own. */
  readonly offset: number
}

/** Runs a Lambda function by ARN with a JSON payload; rejects with FunctionError if the function failed. */
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
  /** Name of the dead-letter queue, and the number of receives after which a message moves there. */
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
  /** rate(…), cron(…) or at(…), in UTC. */
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

/** Transformation of an event into a target's input. Without any field, the target receives the event unchanged. */
export interface TargetInput {
  readonly constant?: string | undefined
  readonly path?: string | undefined
  readonly transformer?: { readonly paths: Readonly<Record<string, string>>; readonly template: string } | undefined
}

export interface EventTargetSpec {
  readonly id: string
  readonly arn: string
  readonly input: TargetInput
  /** Message group of a FIFO queue. */
  readonly groupId?: string | undefined
  /** EventBridge's limits for reaching the target. `deadLetterArn` is the queue for events that did not reach it. */
  readonly maxRetries: number
  readonly maxAgeSeconds: number
  readonly deadLetterArn?: string | undefined
  /** Lambda's limits for retrying a function that was reached and failed. */
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
  /**
   * A literal value, or the rule that generates it at first use. With neither, the secret is empty until it is set.
   * With `key`, the generated text becomes this member of the JSON object `template`.
   */
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

/**
 * The embedded AWS: one HTTP endpoint for the SDKs, and the resources that stacks declare. Every declaration is
 * idempotent.
 */
export interface EmbeddedAws {
  /** http://127.0.0.1:port, the value of AWS_ENDPOINT_URL for every function. */
  readonly endpoint: string
  /** The server's request listener, for callers in the same process without a socket. */
  readonly serve: RequestListener
  /**
   * Runs a DynamoDB operation on a JSON input, for callers in the same process without HTTP. `caller` is the access key
   * ID that would sign the request. @throws AwsError, including planned outages
   */
  callTable(operation: string, input: Readonly<Record<string, unknown>>, caller: string): Promise<unknown>
  readonly clock: LocalClock
  readonly outages: Pick<Outages, 'plan' | 'clear'>
  declareTable(spec: TableSpec): Promise<void>
  declareBucket(spec: BucketSpec): Promise<void>
  declareQueue(spec: QueueSpec): Promise<{ readonly url: string; readonly arn: string }>
  declareConsumer(consumer: QueueConsumer): Promise<void>
  declareStateMachine(spec: StateMachineSpec): Promise<void>
  declareSchedule(spec: ScheduleSpec): Promise<void>
  /** The bus `default` always exists. */
  declareEventBus(spec: EventBusSpec): Promise<void>
  declareEventRule(spec: EventRuleSpec): Promise<void>
  /** Events from PutEvents, oldest first. */
  events(): readonly ArchivedEvent[]
  /** Mail that SES accepted, newest first. */
  mails(): readonly StoredMail[]
  declareSecret(spec: SecretSpec): Promise<void>
  declareKey(spec: KeySpec): Promise<void>
  /** Starts pollers, schedules, TTL and lifecycle collection, and resumes executions of an earlier run. */
  start(): Promise<void>
  /** Accepts no new work, waits (within bounds) for work in progress, and flushes to disk. */
  stop(): Promise<void>
}
