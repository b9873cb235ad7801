import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { waive } from './waivers.ts'

export interface JobQueueProps {
  /** Timeout of the function that consumes it; AWS asks for six times that as visibility timeout. */
  readonly consumerTimeout: Duration
  readonly maxReceiveCount: number
}

/** A standard queue with its dead-letter queue and the alarm that says something fell into it. */
export class JobQueue extends Construct {
  readonly queue: Queue
  constructor(scope: Construct, id: string, { consumerTimeout, maxReceiveCount }: JobQueueProps) {
    super(scope, id)
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
    const deadLetters = new Queue(this, 'DeadLetters', { ...common, retentionPeriod: Duration.days(14) })
    waive(deadLetters, {
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'It is the dead-letter queue itself',
      until: '2027-06-30',
    })
    this.queue = new Queue(this, 'Queue', {
      ...common,
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * 6),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    })
    deadLetters.metricApproximateNumberOfMessagesVisible().createAlarm(this, 'DeadLettersAlarm', {
      alarmDescription: 'A message was given up: look at it, mend the cause, then redrive the queue',
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}
