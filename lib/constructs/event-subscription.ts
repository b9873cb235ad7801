import type { Subscription } from '@signet/kernel/access'
import { Duration } from 'aws-cdk-lib'
import { EventBus, EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Construct } from 'constructs'
import type { JobQueue } from './job-queue.ts'

export interface EventSubscriptionProps {
  readonly busName: string
  readonly wanted: Subscription
  readonly queue: JobQueue
}

/** The longest time that EventBridge retries. */
const TRIED_FOR = Duration.hours(24)

/**
 * A rule that puts events of the wanted types into a queue, each as the CloudEvent that it is. What cannot be put there
 * goes to the dead letters of the queue, which have an alarm.
 */
export class EventSubscription extends Construct {
  constructor(scope: Construct, id: string, { busName, wanted: { types, data }, queue }: EventSubscriptionProps) {
    super(scope, id)
    const rule = new Rule(this, 'Rule', {
      description: `${types.join(', ')}`,
      eventBus: EventBus.fromEventBusName(this, 'Bus', busName),
      eventPattern: { detailType: [...types], ...(data ? { detail: { data } } : {}) },
    })
    rule.addTarget(
      new SqsQueue(queue.queue, {
        message: RuleTargetInput.fromEventPath('$.detail'),
        // Group ids make a standard queue fair: one tenant's events do not delay another's.
        messageGroupId: EventField.fromPath('$.detail.tenantid'),
        deadLetterQueue: queue.deadLetters,
        maxEventAge: TRIED_FOR,
        retryAttempts: 185,
      }),
    )
  }
}
