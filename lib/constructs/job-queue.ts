import type { NamedResource } from '@signet/kernel/access'
import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import { waive } from './waivers.ts'

export interface JobQueueProps {
  /** Timeout of the function that consumes it; AWS asks for six times that as visibility timeout. */
  readonly consumerTimeout: Duration
  readonly maxReceiveCount: number
}

/**
 * How long a message may wait, beside the time that its consumer may work on it: the age of the oldest message counts those
 * that are being worked on. After that, consumers are missing or fail.
 */
const WAIT_MAX = Duration.minutes(10)

/** A standard queue with its dead-letter queue, and alarms on dead letters and on messages that wait too long. */
export class JobQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue
  constructor(scope: Construct, id: string, { consumerTimeout, maxReceiveCount }: JobQueueProps) {
    super(scope, id)
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, retentionPeriod: Duration.days(14) })
    waive(this.deadLetters, {
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'It is the dead-letter queue itself',
      until: '2027-06-30',
    })
    this.queue = new Queue(this, 'Queue', {
      ...common,
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * 6),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    this.addAlarms(consumerTimeout)
  }

  /** How functions name it. */
  get named(): NamedResource {
    return { name: this.queue.queueUrl, arn: this.queue.queueArn }
  }

  /** Connects a consumer. Messages of a batch fail one by one. */
  consumedBy(
    consumer: DomainFunction,
    { batchSize, maxConcurrency }: { batchSize: number; maxConcurrency: number },
  ): void {
    consumer.fn.addEventSource(
      new SqsEventSource(this.queue, { batchSize, reportBatchItemFailures: true, maxConcurrency }),
    )
    waive(consumer, {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'A queue has no on-failure destination: what fails five times goes to its dead-letter queue',
      until: '2027-06-30',
    })
  }

  private addAlarms(consumerTimeout: Duration): void {
    this.deadLetters.metricApproximateNumberOfMessagesVisible().createAlarm(this, 'DeadLettersAlarm', {
      alarmDescription: 'A message was given up: look at it, mend the cause, then redrive the queue',
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }).createAlarm(this, 'Waiting', {
      alarmDescription:
        'A message is ten minutes older than its consumer may take: the consumer fails, is throttled, or has too much to do',
      threshold: consumerTimeout.plus(WAIT_MAX).toSeconds(),
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}
