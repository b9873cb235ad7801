import type { Subscription } from '@signet/kernel/access'
import { Duration } from 'aws-cdk-lib'
import { EventBus, EventField, type IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import type { JobQueue } from './job-queue.ts'
import { waive } from './waivers.ts'

/** `inOrderOf` is the attribute of the event by which an ordered queue groups its messages. */
type Receiver =
  | { readonly queue: JobQueue; readonly inOrderOf?: string | undefined; readonly fn?: undefined }
  | { readonly queue?: undefined; readonly inOrderOf?: undefined; readonly fn: DomainFunction }

export type EventSubscriptionProps = Receiver & {
  readonly busName: string
  readonly subscription: Subscription
}

/** The longest time for which EventBridge retries. */
const MAX_EVENT_AGE = Duration.hours(24)

const message = RuleTargetInput.fromEventPath('$.detail')

const toQueue = ({ queue, undelivered }: JobQueue, group: string): IRuleTarget =>
  new SqsQueue(queue, {
    message,
    // Group ids make a standard queue fair: one tenant's events do not delay another's.
    messageGroupId: EventField.fromPath(`$.detail.${group}`),
    deadLetterQueue: undelivered,
    maxEventAge: MAX_EVENT_AGE,
    // The maximum of EventBridge.
    retryAttempts: 185,
  })

export class EventSubscription extends Construct {
  constructor(scope: Construct, id: string, { busName, subscription, queue, inOrderOf, fn }: EventSubscriptionProps) {
    super(scope, id)
    const { types, data } = subscription
    const rule = new Rule(this, 'Rule', {
      description: `${types.join(', ')}`,
      eventBus: EventBus.fromEventBusName(this, 'Bus', busName),
      eventPattern: { detailType: [...types], ...(data ? { detail: { data } } : {}) },
    })
    rule.addTarget(queue ? toQueue(queue, inOrderOf ?? 'tenantid') : new LambdaFunction(fn.fn, { event: message }))
    if (!fn) return
    waive(this, {
      id: 'Serverless-EventBusDLQ',
      reason:
        'The sender repeats such an event until it is acknowledged, so a dead-letter queue would add no information',
    })
  }
}
