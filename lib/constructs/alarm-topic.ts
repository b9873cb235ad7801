import type { Stack } from 'aws-cdk-lib'
import { Alarm, type AlarmBase } from 'aws-cdk-lib/aws-cloudwatch'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct, type IConstruct } from 'constructs'
import { waive } from './waivers.ts'

const SENDERS = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com', 'events.amazonaws.com']

/**
 * The topic of alarms. It exists without an address, too: anybody may subscribe to it, and a change of the address
 * changes nothing that other stacks name.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic
  constructor(scope: Stack, id: string, displayName: string, email: string | undefined) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { displayName, enforceSSL: true })
    if (email) this.topic.addSubscription(new EmailSubscription(email))
    // A topic that has a policy, as TLS asks for, loses the one by which services of its own account could publish.
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
      reason: 'Mail that cannot be delivered is retried by SNS; the alarm itself stays visible in CloudWatch',
    })
  }
}

const waking = new WeakSet<IConstruct>()

/** Makes an alarm wake somebody when it goes off, and say when it ends, by the topic of pages instead of that of alarms. */
export const wakeBy = (alarm: AlarmBase, pageTopicArn: string): void => {
  const action = { bind: () => ({ alarmActionArn: pageTopicArn }) }
  alarm.addAlarmAction(action)
  alarm.addOkAction(action)
  waking.add(alarm)
}

/** Names of alarms that are parts of others, and tell nobody by themselves. */
const PARTS = 'Burns'

/**
 * Makes every alarm below the scope publish to the topic when it goes off and when it ends, parts of others and those that
 * wake somebody excepted.
 */
export const tellOfAlarms = (scope: IConstruct, topicArn: string): void => {
  const action = { bind: () => ({ alarmActionArn: topicArn }) }
  for (const node of scope.node.findAll()) {
    if (!(node instanceof Alarm) || waking.has(node) || node.node.scope?.node.id === PARTS) continue
    node.addAlarmAction(action)
    node.addOkAction(action)
  }
}
