import type { NamedResource } from '@signet/kernel/access'
import { Duration, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import { waive } from './waivers.ts'

export interface JobQueueProps {
  /** Timeout of the consumer; AWS recommends a visibility timeout of six times that. */
  readonly consumerTimeout: Duration
  readonly maxReceiveCount: number
  /** True if messages of a group are delivered in the order of sending, one after the other. */
  readonly isOrdered?: boolean
}

/** The longest time that a message may wait. After that, consumers are missing or overloaded. */
const WAIT_MAX = Duration.minutes(10)

/** Visibility timeout as a multiple of the consumer's timeout, as AWS recommends. */
const VISIBILITY_FACTOR = 6

/**
 * Ordered within groups, at the highest throughput of SQS. Removes duplicates within five minutes by content: bodies
 * contain the id of their event.
 */
const ORDERED = {
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}

const DEAD_LETTER_WAIVER = { reason: 'It is the dead-letter queue' }

export class JobQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue
  /** Receives what the bus could not put into the queue: EventBridge does not support a FIFO dead-letter queue. */
  readonly undelivered: Queue
  readonly #consumerTimeout: Duration
  constructor(scope: Construct, id: string, { consumerTimeout, maxReceiveCount, isOrdered = false }: JobQueueProps) {
    super(scope, id)
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
    const orderProps = isOrdered ? ORDERED : {}
    const createDeadLetterQueue = (name: string, props: object): Queue => {
      const queue = new Queue(this, name, { ...common, ...props, retentionPeriod: Duration.days(14) })
      waive(queue, { ...DEAD_LETTER_WAIVER, id: 'Serverless-SQSRedrivePolicy' })
      return queue
    }
    this.deadLetters = createDeadLetterQueue('DeadLetters', orderProps)
    this.undelivered = isOrdered ? createDeadLetterQueue('Undelivered', {}) : this.deadLetters
    // cdk-nag cannot detect that this queue is a dead-letter queue of the bus.
    if (isOrdered) waive(this.undelivered, { ...DEAD_LETTER_WAIVER, id: 'AwsSolutions-SQS3' })
    this.queue = new Queue(this, 'Queue', {
      ...common,
      ...orderProps,
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * VISIBILITY_FACTOR),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    this.#consumerTimeout = consumerTimeout
  }

  get identifiers(): NamedResource {
    return { name: this.queue.queueUrl, arn: this.queue.queueArn }
  }

  /** Connects a consumer. Messages of a batch fail one by one. */
  addConsumer(
    consumer: DomainFunction,
    { batchSize, maxConcurrency }: { batchSize: number; maxConcurrency: number },
  ): void {
    consumer.fn.addEventSource(
      new SqsEventSource(this.queue, { batchSize, reportBatchItemFailures: true, maxConcurrency }),
    )
    waive(consumer, {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'A queue has no on-failure destination: messages that fail five times go to its dead-letter queue',
    })
  }

  /**
   * Adds an alarm on messages that wait so long that users notice. The age of the oldest message includes running
   * messages and messages that wait for a retry; the threshold exceeds both.
   */
  watch(id: string, description: string): void {
    const seconds = this.#consumerTimeout.toSeconds() * (VISIBILITY_FACTOR + 1)
    this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }).createAlarm(this, id, {
      alarmName: `${Stack.of(this).stackName}-${id}`,
      alarmDescription: description,
      threshold: seconds + WAIT_MAX.toSeconds(),
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}
