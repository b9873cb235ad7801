import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke as ScheduledInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { DomainFunction } from '../constructs/domain-function.ts'
import { JobMachine } from '../constructs/job-machine.ts'
import { JobQueue } from '../constructs/job-queue.ts'
import { sharpLayer } from '../constructs/sharp-layer.ts'
import { objectWaivers, versionWaiver, waive } from '../constructs/waivers.ts'
import type { DataStack } from './data-stack.ts'

export interface WorkStackProps extends StackProps {
  readonly config: Config
  readonly data: DataStack
}

const DISPATCH_TIMEOUT = Duration.seconds(20)
/** A full vCPU: below it sharp shares one and takes as much longer. */
const ONE_VCPU_MB = 1769

/** The jobs' way from the queue through the state machine, and the sweeper that finds what fell off it. */
export class WorkStack extends Stack {
  readonly jobs: JobQueue
  readonly sharp: ILayerVersion
  constructor(scope: Construct, id: string, { config, data, ...props }: WorkStackProps) {
    super(scope, id, props)
    this.sharp = sharpLayer(this, config)
    this.jobs = new JobQueue(this, 'Jobs', { consumerTimeout: DISPATCH_TIMEOUT, maxReceiveCount: 5 })
    const machine = this.addMachine(config, data)
    this.addDispatch(config, machine)
    this.addSweeper(config, data)
    waive(this, ...objectWaivers(data.images, ['img/', 'tmp/']))
  }

  private addMachine(config: Config, { table, images }: DataStack): JobMachine {
    const environment = { TABLE_NAME: table.tableName, BUCKET_NAME: images.bucketName }
    const common = { config, environment }
    const paint = new DomainFunction(this, 'Paint', {
      ...common,
      bundle: 'imagegen-paint',
      description: 'Asks the painter of the model for the picture and stores the master',
      memoryMb: ONE_VCPU_MB,
      timeout: Duration.minutes(5),
      layers: [this.sharp],
    })
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
    for (const worker of [paint, encode, settle]) {
      worker.allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['TENANT#'])
    }
    for (const worker of [paint, encode]) {
      worker
        .allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [images.arnForObjects('img/*')])
        // Without it S3 answers 403 instead of 404 for an object that is not there.
        .allow(['s3:ListBucket'], [images.bucketArn])
    }
    paint.allow(['s3:GetObject'], [images.arnForObjects('tmp/*')])
    settle.allow(['s3:DeleteObject'], [images.arnForObjects('img/*')])
    return new JobMachine(this, 'JobMachine', { config, paint, encode, settle })
  }

  private addDispatch(config: Config, { machine }: JobMachine): void {
    const dispatch = new DomainFunction(this, 'Dispatch', {
      config,
      bundle: 'imagegen-dispatch',
      description: 'Starts the state machine of each job on the queue',
      environment: { MACHINE_ARN: machine.stateMachineArn },
      memoryMb: 256,
      timeout: DISPATCH_TIMEOUT,
    })
    dispatch.allow(['states:StartExecution'], [machine.stateMachineArn])
    dispatch.fn.addEventSource(
      new SqsEventSource(this.jobs.queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 50 }),
    )
    waive(dispatch, {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'A queue has no on-failure destination: what fails five times goes to its dead-letter queue',
      until: '2027-06-30',
    })
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
        STAGE: config.stage,
      },
      memoryMb: 256,
      timeout: Duration.minutes(1),
    })
    sweep
      .allow(['dynamodb:Query'], [`${table.tableArn}/index/gsi1`])
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], table.tableArn, ['TENANT#'])
      .allow(['s3:DeleteObject'], [images.arnForObjects('img/*'), images.arnForObjects('tmp/*')])
      .allow(['sqs:SendMessage'], [this.jobs.queue.queueArn])
    waive(this, versionWaiver(sweep.fn))
    new Schedule(this, 'SweepSchedule', {
      description: 'Every minute',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new ScheduledInvoke(sweep.fn, { input: ScheduleTargetInput.fromObject({ source: 'schedule' }) }),
    })
  }
}
