import type { Stack } from 'aws-cdk-lib'
import { Alarm, type AlarmBase } from 'aws-cdk-lib/aws-cloudwatch'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct, type IConstruct } from 'constructs'
import { waive } from './waivers.ts'

const SENDERS = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com', 'events.amazonaws.com']

/**
 * The topic of alarms. It exists even without an address: operators can subscribe, and a new address does not change
 * any name that other stacks use.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic
  constructor(scope: Stack, id: string, displayName: string, email: string | undefined) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { displayName, enforceSSL: true })
    if (email) this.topic.addSubscription(new EmailSubscription(email))
    // A topic with a policy, which TLS requires, has no default policy that would permit services of the account to
    // publish.
    for (const service of SENDERS) {
      this.topic.addToResourcePolicy(
        new PolicyStatement({
          sid: `From${service.split('.')[0]}`,
          effect: Effect.ALLOW,
          principals: [new ServicePrincipal(service)],
          actions: ['sns:Publish'],
          resources: [this.topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': scope.account } },
        }),
      )
    }
    if (!email) return
    waive(this, {
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'SNS retries mail that cannot be delivered; the alarm remains visible in CloudWatch',
    })
  }
}

const pagingAlarms = new WeakSet<IConstruct>()

/**
 * Sends the start and end of an alarm to the topic of pages, which wakes the person on call, instead of the alarm
 * topic.
 */
export const notifyOnCall = (alarm: AlarmBase, pageTopicArn: string): void => {
  const action = { bind: () => ({ alarmActionArn: pageTopicArn }) }
  alarm.addAlarmAction(action)
  alarm.addOkAction(action)
  pagingAlarms.add(alarm)
}

/** Id of the construct whose alarms are parts of a composite alarm. These send no notification. */
const COMPOSITE_PARTS = 'Burns'

/**
 * Sends the start and end of every alarm below the scope to the topic, except for parts of composite alarms and alarms
 * that page.
 */
export const addAlarmNotifications = (scope: IConstruct, topicArn: string): void => {
  const action = { bind: () => ({ alarmActionArn: topicArn }) }
  for (const node of scope.node.findAll()) {
    if (!(node instanceof Alarm) || pagingAlarms.has(node) || node.node.scope?.node.id === COMPOSITE_PARTS) continue
    node.addAlarmAction(action)
    node.addOkAction(action)
  }
}
