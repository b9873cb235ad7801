import { CfnOutput, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib'
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { AttributeType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Stream, StreamEncryption, StreamMode } from 'aws-cdk-lib/aws-kinesis'
import { StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { KinesisEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { ServiceFunction } from './service-function.ts'

// #if records
/** The table of records. */
export const recordsTable = (stack: Stack): TableV2 =>
  new TableV2(stack, 'Records', {
    partitionKey: { name: 'partition', type: AttributeType.STRING },
    sortKey: { name: 'id', type: AttributeType.STRING },
    timeToLiveAttribute: 'expires_at',
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
// #endif

// #if sends || queue || file
/** The work queue. After five attempts a message moves to the dead-letter queue, which retains it for two weeks. */
export const workQueue = (stack: Stack, alarms: ITopic): Queue => {
  const deadLetters = new Queue(stack, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  const queue = new Queue(stack, 'Work', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.minutes(6),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  })
  const deadLetterAlarm = new Alarm(stack, 'DeadLettersWaiting', {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  deadLetterAlarm.addAlarmAction(new SnsAction(alarms))
  new CfnOutput(stack, 'QueueAddress', { value: queue.queueUrl })
  return queue
}
// #endif

// #if queue || file
/** Triggers a function with batches of messages. */
export const receiveMessages = ({ fn }: ServiceFunction, queue: Queue): void =>
  fn.addEventSource(
    new SqsEventSource(queue, {
      batchSize: $batchSize,
      maxConcurrency: 5,
      reportBatchItemFailures: true,
    }),
  )
// #endif

// #if objects
/** The bucket of files. */
export const filesBucket = (stack: Stack): Bucket => {
  const bucket = new Bucket(stack, 'Files', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      { noncurrentVersionExpiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'The functions of this stack log each file that they read or write. No other role has access',
  })
  new CfnOutput(stack, 'FilesBucket', { value: bucket.bucketName })
  return bucket
}
// #endif

// #if file
/** Sends an event to the queue for each new file below incoming/. */
export const announceFiles = (stack: Stack, bucket: Bucket, queue: Queue): void => {
  const files = bucket.node.defaultChild as CfnBucket
  files.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
  new Rule(stack, 'Arrived', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [bucket.bucketName] }, object: { key: [{ prefix: 'incoming/' }] } },
    },
    targets: [new SqsQueue(queue)],
  })
}
// #endif

// #if secrets
/** A JSON object with one field per secret (see README.md). A person sets the values, never a deployment. */
export const serviceSecret = (stack: Stack): Secret => {
  const secret = new Secret(stack, 'Secrets', { secretName: `${stack.stackName}/secrets` })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Other services issue these values, so a person rotates them',
  })
  return secret
}
// #endif

// #if http
/** An HTTP API that routes all requests to one function. */
export const httpApi = (stack: Stack, { fn }: ServiceFunction, alarms: ITopic): HttpApi => {
  const api = new HttpApi(stack, 'Api', { createDefaultStage: false })
  const routes = api.addRoutes({
    path: '/{proxy+}',
    methods: [HttpMethod.ANY],
    integration: new HttpLambdaIntegration('Integration', fn),
  })
  const logs = new LogGroup(stack, 'AccessLogs', { retention: RetentionDays.ONE_MONTH })
  const stage = new HttpStage(stack, 'Stage', {
    httpApi: api,
    autoDeploy: true,
    throttle: { rateLimit: 50, burstLimit: 100 },
    accessLogSettings: { destination: new LogGroupLogDestination(logs) },
  })
  const serverErrors = new Alarm(stack, 'ServerErrors', {
    metric: stage.metricServerError({ period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  serverErrors.addAlarmAction(new SnsAction(alarms))
  for (const route of routes) Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: '$authorization' })
  new CfnOutput(stack, 'Address', { value: api.apiEndpoint })
  return api
}
// #endif

// #if stream
/** A stream that triggers a function with batches. Batches that fail five times are recorded in a dead-letter queue. */
export const eventStream = (stack: Stack, { fn }: ServiceFunction, alarms: ITopic): void => {
  const events = new Stream(stack, 'Events', {
    streamMode: StreamMode.ON_DEMAND,
    encryption: StreamEncryption.MANAGED,
  })
  const deadLetters = new Queue(stack, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  Validations.of(deadLetters).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'This queue is a dead-letter queue' })
  fn.addEventSource(
    new KinesisEventSource(events, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 500,
      maxBatchingWindow: Duration.seconds(5),
      bisectBatchOnError: true,
      retryAttempts: 5,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(deadLetters),
    }),
  )
  const deadLetterAlarm = new Alarm(stack, 'DeadLettersWaiting', {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  deadLetterAlarm.addAlarmAction(new SnsAction(alarms))
  new CfnOutput(stack, 'StreamName', { value: events.streamName })
}
// #endif

// #if connection
/** A WebSocket API with its stage. */
export const socketApi = (stack: Stack) => {
  const sockets = new WebSocketApi(stack, 'Sockets')
  const logs = new LogGroup(stack, 'SocketLogs', { retention: RetentionDays.ONE_MONTH })
  const stage = new WebSocketStage(stack, 'SocketStage', {
    webSocketApi: sockets,
    stageName: 'live',
    autoDeploy: true,
    throttle: { rateLimit: 100, burstLimit: 200 },
    accessLogSettings: { destination: new LogGroupLogDestination(logs) },
  })
  return { sockets, url: stage.callbackUrl }
}

/** Triggers a function with each event of a connection. */
export const receiveConnections = (stack: Stack, { fn }: ServiceFunction, sockets: WebSocketApi): void => {
  for (const key of ['$connect', '$disconnect', '$default']) {
    const integration = new WebSocketLambdaIntegration(`Integration${key.slice(1)}`, fn)
    const reason = 'The function verifies the token of each client that connects, and is tested'
    Validations.of(sockets.addRoute(key, { integration })).acknowledge({ id: 'AwsSolutions-APIG4', reason })
  }
  new CfnOutput(stack, 'Address', { value: sockets.apiEndpoint })
}
// #endif

// #if site
const EXCEPTIONS = [
  { id: 'AwsSolutions-CFR1', reason: 'The files are public' },
  { id: 'AwsSolutions-CFR2', reason: 'Static files; the API verifies and throttles callers itself' },
  { id: 'AwsSolutions-CFR3', reason: 'The API logs its requests; reads of public files are not logged' },
  { id: 'AwsSolutions-CFR4', reason: 'With a custom domain, set its certificate and TLS 1.2 here' },
]

// #if http
/** Static files on CloudFront. Paths that begin with /v1 are routed to the API. */
// #else
/** Static files on CloudFront. */
// #endif
export const staticSite = (
  stack: Stack,
  // #if http
  api: HttpApi,
  // #endif
): void => {
  const site = new Bucket(stack, 'Site', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  const distribution = new Distribution(stack, 'Distribution', {
    httpVersion: HttpVersion.HTTP2_AND_3,
    defaultRootObject: 'index.html',
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(site),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    },
    // #if http
    additionalBehaviors: {
      '/v1/*': {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${stack.region}.${stack.urlSuffix}`),
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      },
    },
    // #endif
  })
  Validations.of(site).acknowledge({ id: 'AwsSolutions-S1', reason: 'Public files; their readers are not logged' })
  for (const exception of EXCEPTIONS) Validations.of(distribution).acknowledge(exception)
  new CfnOutput(stack, 'SiteBucket', { value: site.bucketName })
  new CfnOutput(stack, 'SiteAddress', { value: `https://${distribution.distributionDomainName}` })
}
// #endif
