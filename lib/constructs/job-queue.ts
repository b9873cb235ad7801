import type { NamedResource } from '@signet/kernel/access'
import { Duration, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import { waive } from './waivers.ts'

export interface JobQueueProps {
  /** Timeout of the function that consumes it; AWS asks for six times that as visibility timeout. */
  readonly consumerTimeout: Duration
  readonly maxReceiveCount: number
  /** Whether messages of a group are taken in the order of their sending, one after the other. */
  readonly isOrdered?: boolean
}

/** How long a message may wait for its turn. After that, consumers are missing or there is too much to do. */
const WAIT_MAX = Duration.minutes(10)

/** Invisible for six times the consumer's timeout, as AWS asks for. */
const VISIBILITY = 6

/**
 * Order within groups, as fast as SQS allows. The same message within five minutes is one: the bus sends bodies alone, which
 * hold the id of their event.
 */
const ORDERED = {
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}

const LETTERS = { reason: 'It is the dead-letter queue itself' }

export class JobQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue
  /** Takes what the bus could not put into the queue: EventBridge accepts no queue with an order for it. */
  readonly undelivered: Queue
  readonly #consumerTimeout: Duration
  constructor(scope: Construct, id: string, { consumerTimeout, maxReceiveCount, isOrdered = false }: JobQueueProps) {
    super(scope, id)
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
    const order = isOrdered ? ORDERED : {}
    const letters = (name: string, kind: object): Queue => {
      const queue = new Queue(this, name, { ...common, ...kind, retentionPeriod: Duration.days(14) })
      waive(queue, { ...LETTERS, id: 'Serverless-SQSRedrivePolicy' })
      return queue
    }
    this.deadLetters = letters('DeadLetters', order)
    this.undelivered = isOrdered ? letters('Undelivered', {}) : this.deadLetters
    // Of a queue for letters of the bus, nothing in a template says what it is for.
    if (isOrdered) waive(this.undelivered, { ...LETTERS, id: 'AwsSolutions-SQS3' })
    this.queue = new Queue(this, 'Queue', {
      ...common,
      ...order,
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * VISIBILITY),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    })
    this.#consumerTimeout = consumerTimeout
  }

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
    })
  }

  /**
   * Rings when messages wait so long that people notice. The age of the oldest message counts one that is being worked on,
   * and one that failed once, which is tried again when it becomes visible: neither rings.
   */
  watch(id: string, description: string): void {
    const seconds = this.#consumerTimeout.toSeconds() * (VISIBILITY + 1)
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
