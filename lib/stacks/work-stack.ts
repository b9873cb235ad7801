import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda'
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke as ScheduledInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { DomainFunction } from '../constructs/domain-function.ts'
import { EventRelay } from '../constructs/event-relay.ts'
import { addJobLane, ONE_VCPU_MB } from '../constructs/job-lane.ts'
import type { JobQueue } from '../constructs/job-queue.ts'
import { sharpLayer } from '../constructs/sharp-layer.ts'
import { objectWaivers, versionWaiver, waive } from '../constructs/waivers.ts'
import { WebhookDelivery } from '../constructs/webhook-delivery.ts'
import type { DataStack } from './data-stack.ts'

export interface WorkStackProps extends StackProps {
  readonly config: Config
  readonly data: DataStack
}

/** The jobs' ways from the queues through the state machines, and the sweeper that finds what fell off them. */
export class WorkStack extends Stack {
  readonly jobs: JobQueue
  /** Jobs of plans with priority (spec image-service 8). */
  readonly priorityJobs: JobQueue
  readonly sharp: ILayerVersion
  /** How owners of jobs are told that they have ended. */
  readonly webhooks: WebhookDelivery
  constructor(scope: Construct, id: string, { config, data, ...props }: WorkStackProps) {
    super(scope, id, props)
    this.sharp = sharpLayer(this, config)
    this.webhooks = new WebhookDelivery(this, 'Webhooks', { config, data })
    const lane = { config, data, sharp: this.sharp, ...this.addLastSteps(config, data) }
    this.jobs = addJobLane(this, { ...lane, maxConcurrency: 50 })
    this.priorityJobs = addJobLane(new Construct(this, 'Priority'), { ...lane, maxConcurrency: 20 })
    this.addSweeper(config, data)
    this.addLifecycleSync(config, data)
    this.addCredits(config, data)
    new EventRelay(this, 'Events', { config, table: data.table })
    waive(this, ...objectWaivers(data.images, ['img/', 'tmp/', 'txt/']))
  }

  /** The steps that all lanes share. */
  private addLastSteps(config: Config, { table, images }: DataStack) {
    const environment = {
      TABLE_NAME: table.tableName,
      BUCKET_NAME: images.bucketName,
      ...this.webhooks.environment,
    }
    const common = { config, environment }
    const encode = new DomainFunction(this, 'Encode', {
      ...common,
      bundle: 'imagegen-encode',
      description: 'Makes the asset and its variants from the master',
      memoryMb: ONE_VCPU_MB,
      timeout: Duration.minutes(2),
      layers: [this.sharp],
    })
    const settle = new DomainFunction(this, 'Settle', {
      ...common,
      bundle: 'imagegen-settle',
      description: 'Ends a job that cannot be completed and removes what it stored',
      memoryMb: 256,
      timeout: Duration.seconds(30),
    })
    // What a job holds is settled by the write that ends it.
    encode
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['TENANT#'])
      .allowRows(['dynamodb:UpdateItem', 'dynamodb:PutItem'], table.tableArn, ['CR#'])
      .allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [images.arnForObjects('img/*')])
      // Without it S3 answers 403 instead of 404 for an object that is not there.
      .allow(['s3:ListBucket'], [images.bucketArn])
    settle
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['TENANT#'])
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem'], table.tableArn, ['CR#'])
      .allowRows(['dynamodb:UpdateItem'], table.tableArn, ['USE#'])
      .allow(['s3:DeleteObject'], [images.arnForObjects('img/*')])
    for (const fn of [encode, settle]) this.webhooks.grantSend(fn)
    return { encode, settle }
  }

  private addSweeper(config: Config, { table, images }: DataStack): void {
    const sweep = new DomainFunction(this, 'Sweep', {
      config,
      bundle: 'imagegen-sweep',
      description: 'Sends lost jobs again, ends stuck ones, finishes deletions, removes what has served its time',
      environment: {
        TABLE_NAME: table.tableName,
        BUCKET_NAME: images.bucketName,
        QUEUE_URL: this.jobs.queue.queueUrl,
        PRIORITY_QUEUE_URL: this.priorityJobs.queue.queueUrl,
        ...this.webhooks.environment,
        STAGE: config.stage,
      },
      memoryMb: 256,
      timeout: Duration.minutes(1),
    })
    sweep
      .allow(['dynamodb:Query'], [`${table.tableArn}/index/gsi1`])
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], table.tableArn, ['TENANT#'])
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem'], table.tableArn, ['CR#'])
      .allowRows(['dynamodb:UpdateItem'], table.tableArn, ['USE#'])
      .allow(
        ['s3:DeleteObject'],
        ['img/*', 'tmp/*', 'txt/*'].map((keys) => images.arnForObjects(keys)),
      )
      .allow(['sqs:SendMessage'], [this.jobs.queue.queueArn, this.priorityJobs.queue.queueArn])
    this.webhooks.grantSend(sweep)
    waive(this, versionWaiver(sweep.fn))
    new Schedule(this, 'SweepSchedule', {
      description: 'Every minute',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new ScheduledInvoke(sweep.fn, { input: ScheduleTargetInput.fromObject({ source: 'schedule' }) }),
    })
  }

  private addLifecycleSync(config: Config, { table, providers }: DataStack): void {
    const sync = new DomainFunction(this, 'Lifecycle', {
      config,
      bundle: 'imagegen-lifecycle',
      description: 'Asks the providers which of their models end, and when',
      environment: { TABLE_NAME: table.tableName, STAGE: config.stage, ...providers.environment },
      memoryMb: 512,
      timeout: Duration.minutes(3),
      // The vendors' wire formats bring it along.
      layers: [this.sharp],
    })
    sync.allowRows(['dynamodb:Query', 'dynamodb:PutItem'], table.tableArn, ['MODEL#'])
    providers.grantRead(sync)
    waive(this, versionWaiver(sync.fn))
    new Schedule(this, 'LifecycleSchedule', {
      description: 'Every day',
      schedule: ScheduleExpression.rate(Duration.days(1)),
      target: new ScheduledInvoke(sync.fn, { input: ScheduleTargetInput.fromObject({ source: 'schedule' }) }),
    })
    new Metric({
      namespace: 'Signet',
      metricName: 'ModelsEndingSoon',
      dimensionsMap: { stage: config.stage, function: 'imagegen-lifecycle' },
      period: Duration.days(1),
      statistic: 'Maximum',
    }).createAlarm(this, 'ModelsEndingSoon', {
      alarmDescription:
        'A provider ends a model within 30 days: the log of imagegen-lifecycle says which, and what replaces it',
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  /** Called by the billing service with what was bought, paid, ended or refunded; and daily for what has run out. */
  private addCredits(config: Config, { table }: DataStack): void {
    const credits = new DomainFunction(this, 'Credits', {
      config,
      bundle: 'imagegen-credits',
      description: 'Books purchases, renewals, refunds and ends of subscriptions in the ledger of credits',
      environment: { TABLE_NAME: table.tableName },
      memoryMb: 256,
      timeout: Duration.minutes(1),
    })
    credits
      .allow(['dynamodb:Query'], [`${table.tableArn}/index/gsi1`])
      .allowRows(
        ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
        table.tableArn,
        ['CR#'],
      )
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['MILESTONE#'])
    waive(this, versionWaiver(credits.fn))
    new Schedule(this, 'CreditsSchedule', {
      description: 'Every day',
      schedule: ScheduleExpression.rate(Duration.days(1)),
      target: new ScheduledInvoke(credits.fn, { input: ScheduleTargetInput.fromObject({ op: 'expire' }) }),
    })
  }
}
