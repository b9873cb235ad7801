import { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct, type IConstruct } from 'constructs'
import { waive } from './waivers.ts'

/** Mails an address whenever an alarm goes off or ends; the address confirms the subscription once. */
export class AlarmMail extends Construct {
  private readonly topic: Topic
  constructor(scope: Construct, id: string, email: string) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { displayName: 'Signet alarms', enforceSSL: true })
    this.topic.addSubscription(new EmailSubscription(email))
    waive(this, {
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'Mail that cannot be delivered is retried by SNS; the alarm itself stays visible in CloudWatch',
      until: '2027-06-30',
    })
  }

  /** Connects every alarm below the scope. */
  watch(scope: IConstruct): void {
    const action = new SnsAction(this.topic)
    for (const node of scope.node.findAll()) {
      if (node instanceof Alarm) {
        node.addAlarmAction(action)
        node.addOkAction(action)
      }
    }
  }
}
