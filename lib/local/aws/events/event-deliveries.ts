import { randomUUID } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import type { Outages } from '../outages.ts'
import {
  type EventRuleSpec,
  type EventTargetSpec,
  FunctionError,
  type InvokeFunction,
  type LocalClock,
} from '../ports.ts'
import type { Executions } from '../sfn/executions.ts'
import { messageOf } from '../sqs/queue-rules.ts'
import type { Queues } from '../sqs/queues.ts'
import type { Delivery, EventStore } from './event-store.ts'
import { valueAt } from './target-input.ts'
import { deadLetter, failureRecord } from './undelivered.ts'

export interface TargetDeps {
  readonly clock: LocalClock
  readonly invoke: InvokeFunction
  readonly queues: Queues
  readonly executions: Executions
  readonly planned: Pick<Outages, 'take'>
  readonly log?: ((line: string) => void) | undefined
}

interface DeliveryDeps extends TargetDeps {
  readonly store: EventStore
  readonly ruleOf: (bus: string, name: string) => EventRuleSpec | undefined
}

/** Pauses before Lambda retries a failed asynchronous invocation (developer guide, "Asynchronous invocation"). */
const RETRY_PAUSES_MS = [60_000, 120_000]
/** EventBridge backs off exponentially; its longest pause is not documented. */
const LONGEST_PAUSE_MS = 15 * 60_000

/** Errors that a retry cannot fix: the target does not exist, or cannot read its input. */
const FINAL = ['QueueDoesNotExist', 'StateMachineDoesNotExist', 'ResourceNotFoundException', 'InvalidExecutionInput']

/** Returns the reason why a target was unreachable. Returns undefined for a function that was reached and failed. */
const unreached = (error: unknown): Pick<AwsError, 'code' | 'message'> | undefined => {
  if (error instanceof AwsError) return { code: error.code, message: error.message }
  const isRefused =
    error instanceof FunctionError &&
    ['ResourceNotFoundException', 'TooManyRequestsException', 'RequestEntityTooLargeException'].includes(
      error.errorType,
    )
  return isRefused ? { code: error.errorType, message: error.message } : undefined
}

const parsed = (payload: string): unknown => {
  try {
    return JSON.parse(payload)
  } catch {
    throw new AwsError('InvalidExecutionInput', 'The input transformer does not produce JSON for this event.')
  }
}

const reach = async (
  { invoke, queues, executions, planned }: DeliveryDeps,
  { arn, groupId }: EventTargetSpec,
  { payload, event }: Delivery,
): Promise<void> => {
  const outage = planned.take({ service: 'events', operation: 'InvokeTarget' })
  if (outage) throw new AwsError(outage.type, 'planned', outage.status)
  if (arn.startsWith('arn:aws:sqs:')) {
    const queue = queues.find(arn)
    const group = groupId?.startsWith('$') ? valueAt(event, groupId) : groupId
    const MessageGroupId = group === undefined ? {} : { MessageGroupId: String(group) }
    queues.send(queue, messageOf(queue, { MessageBody: payload, ...MessageGroupId }))
  } else if (arn.startsWith('arn:aws:states:')) {
    executions.start(arn, `${event.id}_${randomUUID()}`.slice(0, 80), JSON.stringify(parsed(payload)))
  } else await invoke(arn, parsed(payload))
}

type DeliveryOutcome = { readonly again: Delivery } | { readonly undelivered: () => void } | 'delivered'

export type Deliveries = ReturnType<typeof eventDeliveries>

const sendToDeadLetters =
  ({ queues }: DeliveryDeps, arn: string | undefined, message: Parameters<typeof messageOf>[1]) =>
  (): void => {
    if (arn === undefined) return
    const queue = queues.find(arn)
    queues.send(queue, messageOf(queue, message))
  }

const afterError = (
  deps: DeliveryDeps,
  delivery: Delivery,
  { rule, target }: { readonly rule: EventRuleSpec; readonly target: EventTargetSpec },
  error: unknown,
): DeliveryOutcome => {
  const now = deps.clock.now()
  const isAged = (seconds: number) => now - delivery.since >= seconds * 1000
  const missed = unreached(error)
  deps.log?.(`rule ${rule.name}: delivery to ${target.arn} failed: ${missed ? missed.code : String(error)}`)
  if (!missed) {
    const { retries, maxAgeSeconds, onFailure } = target.invocation
    const errors = delivery.errors + 1
    const wait = RETRY_PAUSES_MS[delivery.errors] ?? LONGEST_PAUSE_MS
    if (errors <= retries && !isAged(maxAgeSeconds)) return { again: { ...delivery, errors, due: now + wait } }
    return {
      undelivered: sendToDeadLetters(deps, onFailure?.arn, failureRecord(target, { ...delivery, errors }, error, now)),
    }
  }
  const failed = delivery.failed + 1
  const isFinal = FINAL.includes(missed.code)
  const due = now + Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(failed - 1, 20))
  if (!isFinal && failed <= target.maxRetries && !isAged(target.maxAgeSeconds))
    return { again: { ...delivery, failed, due } }
  const why = isFinal ? undefined : failed > target.maxRetries ? 'MaximumRetryAttempts' : 'MaximumEventAgeInSeconds'
  return {
    undelivered: sendToDeadLetters(
      deps,
      target.deadLetters,
      deadLetter(rule, target, { ...delivery, failed }, missed, why),
    ),
  }
}

/**
 * Delivers events to targets until each has its event or the retries are used up; then sends them to the dead-letter
 * queue.
 */
export const eventDeliveries = (deps: DeliveryDeps) => {
  const { store, clock, ruleOf, log } = deps
  const cancels = new Set<() => void>()
  const running = new Set<Promise<void>>()
  let started = false

  const attempt = async (delivery: Delivery): Promise<void> => {
    const rule = ruleOf(delivery.bus, delivery.rule)
    const target = rule?.targets.find(({ id }) => id === delivery.target)
    // The rule or its target was removed since an earlier run.
    if (!rule || !target) return store.settle(delivery)
    const outcome = await reach(deps, target, delivery).then(
      (): DeliveryOutcome => 'delivered',
      (error: unknown) => afterError(deps, delivery, { rule, target }, error),
    )
    if (outcome !== 'delivered' && 'again' in outcome) {
      store.keep(outcome.again)
      return arm(outcome.again)
    }
    if (outcome !== 'delivered') outcome.undelivered()
    store.settle(delivery)
  }
  const arm = (delivery: Delivery) => {
    if (!started) return
    const cancel = clock.after(delivery.due - clock.now(), () => {
      cancels.delete(cancel)
      const run: Promise<void> = attempt(delivery)
        .catch((error: unknown) => log?.(`delivery of event ${delivery.event.id} failed: ${String(error)}`))
        .finally(() => running.delete(run))
      running.add(run)
    })
    cancels.add(cancel)
  }

  return {
    take: (deliveries: readonly Delivery[]) => deliveries.forEach(arm),
    start() {
      started = true
      store.open().forEach(arm)
    },
    /** Stops attempts; resolves when running attempts have ended. */
    async stop() {
      started = false
      for (const cancel of cancels) cancel()
      await Promise.allSettled(running)
    },
  }
}
