import { Duration } from 'aws-cdk-lib'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { type Config, isLocal } from '../config.ts'
import type { DataStack } from '../stacks/data-stack.ts'
import { DomainFunction } from './domain-function.ts'
import { JobQueue } from './job-queue.ts'
import { waive } from './waivers.ts'

export interface WebhookDeliveryProps {
  readonly config: Config
  readonly data: Pick<DataStack, 'table' | 'images' | 'pepper'>
}

/** Longer than the slowest receiver is waited for. */
const TIMEOUT = Duration.seconds(40)

/**
 * The queue of notifications that are due, and the function that sends them: nothing else in the system fetches an
 * address that a caller has named, so nothing else can be led astray by one.
 */
export class WebhookDelivery extends Construct {
  readonly #queue: JobQueue['queue']
  /** Whether addresses of this machine may be told: `allowed` on a laptop, `refused` elsewhere. */
  readonly loopback: 'allowed' | 'refused'
  constructor(scope: Construct, id: string, { config, data: { table, images, pepper } }: WebhookDeliveryProps) {
    super(scope, id)
    this.loopback = isLocal(config) ? 'allowed' : 'refused'
    this.#queue = new JobQueue(this, 'Due', { consumerTimeout: TIMEOUT, maxReceiveCount: 5 }).queue
    const notify = new DomainFunction(this, 'Notify', {
      config,
      bundle: 'imagegen-notify',
      description: 'Tells the addresses that callers have named of jobs that have ended',
      environment: {
        TABLE_NAME: table.tableName,
        BUCKET_NAME: images.bucketName,
        WEBHOOK_QUEUE_URL: this.#queue.queueUrl,
        WEBHOOK_LOOPBACK: this.loopback,
        PEPPER_SECRET: pepper.secretArn,
        STAGE: config.stage,
      },
      memoryMb: 256,
      timeout: TIMEOUT,
    })
    notify
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['TENANT#'])
      .allow(['s3:GetObject'], [images.arnForObjects('txt/*')])
      // Without it S3 answers 403 instead of 404 for an object that is not there.
      .allow(['s3:ListBucket'], [images.bucketArn])
      .allow(['sqs:SendMessage'], [this.#queue.queueArn])
      .allow(['secretsmanager:GetSecretValue'], [pepper.secretArn])
    notify.fn.addEventSource(
      new SqsEventSource(this.#queue, { batchSize: 5, reportBatchItemFailures: true, maxConcurrency: 20 }),
    )
    waive(notify, {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'A queue has no on-failure destination: what fails five times goes to its dead-letter queue',
      until: '2027-06-30',
    })
  }

  /** What a function needs in its environment to have notifications sent. */
  get environment(): Readonly<Record<string, string>> {
    return { WEBHOOK_QUEUE_URL: this.#queue.queueUrl }
  }

  grantSend(fn: DomainFunction): void {
    fn.allow(['sqs:SendMessage'], [this.#queue.queueArn])
  }
}
