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
import { deadLetterMessage, failureRecord } from './undelivered.ts'

export interface TargetDeps {
  readonly clock: LocalClock
  readonly invoke: InvokeFunction
  readonly queues: Queues
  readonly executions: Executions
  readonly plannedOutages: Pick<Outages, 'consume'>
  readonly log?: ((line: string) => void) | undefined
}

interface DeliveryDeps extends TargetDeps {
  readonly store: EventStore
  readonly ruleOf: (bus: string, name: string) => EventRuleSpec | undefined
}

/** Pauses before Lambda retries a failed asynchronous invocation (developer guide, "Asynchronous invocation"). */
const RETRY_PAUSES_MS = [60_000, 120_000]
/** EventBridge backs off exponentially; its longest pause is not documented. */
const MAX_PAUSE_MS = 15 * 60_000

/** Errors that a retry cannot fix: the target does not exist, or cannot read its input. */
const FINAL_ERRORS = [
  'QueueDoesNotExist',
  'StateMachineDoesNotExist',
  'ResourceNotFoundException',
  'InvalidExecutionInput',
]

/** Returns the reason why a target was unreachable. Returns undefined for a function that was reached and failed. */
const unreachedReason = (error: unknown): Pick<AwsError, 'code' | 'message'> | undefined => {
  if (error instanceof AwsError) return { code: error.code, message: error.message }
  const isUnreached =
    error instanceof FunctionError &&
    ['ResourceNotFoundException', 'TooManyRequestsException', 'RequestEntityTooLargeException'].includes(
      error.errorType,
    )
  return isUnreached ? { code: error.errorType, message: error.message } : undefined
}

const parsePayload = (payload: string): unknown => {
  try {
    return JSON.parse(payload)
  } catch {
    throw new AwsError('InvalidExecutionInput', 'The input transformer does not produce JSON for this event.')
  }
}

const deliverToTarget = async (
  { invoke, queues, executions, plannedOutages }: DeliveryDeps,
  { arn, groupId }: EventTargetSpec,
  { payload, event }: Delivery,
): Promise<void> => {
  const outage = plannedOutages.consume({ service: 'events', operation: 'InvokeTarget' })
  if (outage) throw new AwsError(outage.type, 'planned', outage.status)
  if (arn.startsWith('arn:aws:sqs:')) {
    const queue = queues.find(arn)
    const group = groupId?.startsWith('$') ? valueAt(event, groupId) : groupId
    const MessageGroupId = group === undefined ? {} : { MessageGroupId: String(group) }
    queues.send(queue, messageOf(queue, { MessageBody: payload, ...MessageGroupId }))
  } else if (arn.startsWith('arn:aws:states:')) {
    executions.start(arn, `${event.id}_${randomUUID()}`.slice(0, 80), JSON.stringify(parsePayload(payload)))
  } else await invoke(arn, parsePayload(payload))
}

type DeliveryOutcome = { readonly retry: Delivery } | { readonly giveUp: () => void } | 'delivered'

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
  const isOlderThan = (seconds: number) => now - delivery.acceptedAt >= seconds * 1000
  const reason = unreachedReason(error)
  deps.log?.(`rule ${rule.name}: delivery to ${target.arn} failed: ${reason ? reason.code : String(error)}`)
  if (!reason) {
    const { retries, maxAgeSeconds, onFailure } = target.invocation
    const functionErrors = delivery.functionErrors + 1
    const wait = RETRY_PAUSES_MS[delivery.functionErrors] ?? MAX_PAUSE_MS
    if (functionErrors <= retries && !isOlderThan(maxAgeSeconds))
      return { retry: { ...delivery, functionErrors, due: now + wait } }
    return {
      giveUp: sendToDeadLetters(
        deps,
        onFailure?.arn,
        failureRecord(target, { ...delivery, functionErrors }, error, now),
      ),
    }
  }
  const missedAttempts = delivery.missedAttempts + 1
  const isFinal = FINAL_ERRORS.includes(reason.code)
  const due = now + Math.min(MAX_PAUSE_MS, 1000 * 2 ** Math.min(missedAttempts - 1, 20))
  if (!isFinal && missedAttempts <= target.maxRetries && !isOlderThan(target.maxAgeSeconds))
    return { retry: { ...delivery, missedAttempts, due } }
  const exhaustedLimit = isFinal
    ? undefined
    : missedAttempts > target.maxRetries
      ? 'MaximumRetryAttempts'
      : 'MaximumEventAgeInSeconds'
  return {
    giveUp: sendToDeadLetters(
      deps,
      target.deadLetterArn,
      deadLetterMessage(rule, target, { ...delivery, missedAttempts }, reason, exhaustedLimit),
    ),
  }
}

/**
 * Delivers each event to its targets, with retries. An event that could not be delivered is sent to the dead-letter
 * queue of the target.
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
    if (!rule || !target) return store.remove(delivery)
    const outcome = await deliverToTarget(deps, target, delivery).then(
      (): DeliveryOutcome => 'delivered',
      (error: unknown) => afterError(deps, delivery, { rule, target }, error),
    )
    if (outcome !== 'delivered' && 'retry' in outcome) {
      store.save(outcome.retry)
      return arm(outcome.retry)
    }
    if (outcome !== 'delivered') outcome.giveUp()
    store.remove(delivery)
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
    schedule: (deliveries: readonly Delivery[]) => deliveries.forEach(arm),
    start() {
      started = true
      store.pending().forEach(arm)
    },
    /** Stops attempts; resolves when running attempts have ended. */
    async stop() {
      started = false
      for (const cancel of cancels) cancel()
      await Promise.allSettled(running)
    },
  }
}
