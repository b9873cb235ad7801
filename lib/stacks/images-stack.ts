import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { assetRoutes, jobRoutes } from '../../lambdas/imagegen/contract/service.ts'
import type { Config } from '../config.ts'
import { ContractApi } from '../constructs/contract-api.ts'
import { DomainFunction } from '../constructs/domain-function.ts'
import { allowModel } from '../constructs/prompt-model.ts'
import { objectWaivers, waive } from '../constructs/waivers.ts'
import type { DataStack } from './data-stack.ts'
import type { WorkStack } from './work-stack.ts'

export interface ImagesStackProps extends StackProps {
  readonly config: Config
  readonly data: DataStack
  readonly work: WorkStack
}

/** The image service's REST API: one function for JSON, one that streams assets. */
export class ImagesStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, work, ...props }: ImagesStackProps) {
    super(scope, id, props)
    const api = this.addApiFunction(config, data, work)
    const assets = this.addAssetFunction(config, data, work)
    const { api: rest } = new ContractApi(this, 'Rest', {
      config,
      service: 'images',
      description: `Signet image service (${config.stage})`,
      routes: [
        { fn: api.fn, rows: jobRoutes() },
        { fn: assets.fn, rows: assetRoutes() },
      ],
      fallback: api.fn,
    })
    new CfnOutput(this, 'Url', { value: rest.url, description: 'Base address of the image service' })
    waive(this, ...objectWaivers(data.images, ['img/', 'tmp/', 'txt/']))
  }

  private addApiFunction(config: Config, data: DataStack, work: WorkStack): DomainFunction {
    const { table, images, pepper, providers, sessions } = data
    const { jobs, priorityJobs, webhooks } = work
    const api = new DomainFunction(this, 'ApiFunction', {
      config,
      bundle: 'imagegen-api',
      description: 'Jobs, models and policies of the image service',
      environment: {
        TABLE_NAME: table.tableName,
        BUCKET_NAME: images.bucketName,
        QUEUE_URL: jobs.queue.queueUrl,
        PRIORITY_QUEUE_URL: priorityJobs.queue.queueUrl,
        ...webhooks.environment,
        WEBHOOK_LOOPBACK: webhooks.loopback,
        PEPPER_SECRET: pepper.secretArn,
        ...sessions.environment,
        ...providers.environment,
        PAINTERS: config.painters,
        PROMPT_MODEL: config.promptModel ?? 'none',
        VERSION: config.version,
        STAGE: config.stage,
      },
      memoryMb: 1024,
      timeout: Duration.seconds(29),
    })
    this.allowApi(api, data, work)
    if (config.promptModel) allowModel(api, config.promptModel)
    return api
  }

  private allowApi(
    api: DomainFunction,
    { table, images, pepper, providers }: DataStack,
    { jobs, priorityJobs, webhooks }: WorkStack,
  ): void {
    providers.grantDescribe(api)
    webhooks.grantSend(api)
    api
      .allowRows(['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], table.tableArn, [
        'TENANT#',
      ])
      .allowRows(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'], table.tableArn, [
        'CR#',
      ])
      .allowRows(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'], table.tableArn, [
        'USER#',
      ])
      .allowRows(
        ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
        table.tableArn,
        ['KEY#'],
      )
      .allowRows(['dynamodb:GetItem', 'dynamodb:UpdateItem'], table.tableArn, ['USE#'])
      .allowRows(['dynamodb:Query'], table.tableArn, ['MODEL#'])
      .allowRows(['dynamodb:GetItem'], table.tableArn, ['MILESTONE#'])
      .allow(['s3:PutObject', 's3:DeleteObject'], [images.arnForObjects('tmp/*')])
      .allow(['s3:DeleteObject'], [images.arnForObjects('img/*')])
      .allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [images.arnForObjects('txt/*')])
      // Without it S3 answers 403 instead of 404 for an object that is not there.
      .allow(['s3:ListBucket'], [images.bucketArn])
      .allow(['sqs:SendMessage'], [jobs.queue.queueArn, priorityJobs.queue.queueArn])
      .allow(['secretsmanager:GetSecretValue'], [pepper.secretArn])
  }

  private addAssetFunction(config: Config, { images }: DataStack, { sharp }: WorkStack): DomainFunction {
    const assets = new DomainFunction(this, 'AssetFunction', {
      config,
      bundle: 'imagegen-assets',
      description: 'Streams images and their presets',
      environment: { BUCKET_NAME: images.bucketName, STAGE: config.stage },
      memoryMb: 1769,
      timeout: Duration.seconds(60),
      layers: [sharp],
    })
    return assets
      .allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [images.arnForObjects('img/*')])
      .allow(['s3:ListBucket'], [images.bucketArn])
  }
}
