import { Duration } from 'aws-cdk-lib'
import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import type { DataStack } from '../stacks/data-stack.ts'
import { DomainFunction } from './domain-function.ts'
import { JobMachine } from './job-machine.ts'
import { JobQueue } from './job-queue.ts'
import { waive } from './waivers.ts'

export interface JobLaneProps {
  readonly config: Config
  readonly data: Pick<DataStack, 'table' | 'images' | 'providers'>
  readonly sharp: ILayerVersion
  /** Shared by all lanes: they take no longer than their input comes. */
  readonly encode: DomainFunction
  readonly settle: DomainFunction
  /** How many batches of the queue are handed over at once. */
  readonly maxConcurrency: number
}

const DISPATCH_TIMEOUT = Duration.seconds(20)
/** A full vCPU: below it sharp shares one and takes as much longer. */
export const ONE_VCPU_MB = 1769

const paintFunction = (scope: Construct, { config, data, sharp }: JobLaneProps): DomainFunction => {
  const { table, images, providers } = data
  const paint = new DomainFunction(scope, 'Paint', {
    config,
    environment: {
      TABLE_NAME: table.tableName,
      BUCKET_NAME: images.bucketName,
      ...providers.environment,
      PAINTERS: config.painters,
      STAGE: config.stage,
    },
    bundle: 'imagegen-paint',
    description: 'Asks the painter of the model for the picture and stores the master',
    memoryMb: ONE_VCPU_MB,
    timeout: Duration.minutes(5),
    layers: [sharp],
  })
  paint
    .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['TENANT#'])
    .allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [images.arnForObjects('img/*')])
    // Without it S3 answers 403 instead of 404 for an object that is not there.
    .allow(['s3:ListBucket'], [images.bucketArn])
    .allow(['s3:GetObject'], [images.arnForObjects('tmp/*'), images.arnForObjects('txt/*')])
  providers.grantRead(paint)
  return paint
}

const addDispatch = (
  scope: Construct,
  { config, maxConcurrency }: JobLaneProps,
  { queue }: JobQueue,
  { machine }: JobMachine,
): void => {
  const dispatch = new DomainFunction(scope, 'Dispatch', {
    config,
    bundle: 'imagegen-dispatch',
    description: 'Starts the state machine of each job on the queue',
    environment: { MACHINE_ARN: machine.stateMachineArn },
    memoryMb: 256,
    timeout: DISPATCH_TIMEOUT,
  })
  dispatch.allow(['states:StartExecution'], [machine.stateMachineArn])
  dispatch.fn.addEventSource(
    new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency }),
  )
  waive(dispatch, {
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'A queue has no on-failure destination: what fails five times goes to its dead-letter queue',
    until: '2027-06-30',
  })
}

/**
 * A way from the queue through the state machine to a painter, all its own: what waits in one lane delays nobody in
 * another (docs/adr/0014).
 */
export const addJobLane = (scope: Construct, props: JobLaneProps): JobQueue => {
  const { config, encode, settle } = props
  const jobs = new JobQueue(scope, 'Jobs', { consumerTimeout: DISPATCH_TIMEOUT, maxReceiveCount: 5 })
  const machine = new JobMachine(scope, 'JobMachine', { config, paint: paintFunction(scope, props), encode, settle })
  addDispatch(scope, props, jobs, machine)
  return jobs
}
