import { type Code, code } from '../../code.ts'
import { batchSizeOf, type Design, type Trigger } from '../../design.ts'
import type { Fragment } from './fragment.ts'

const http = ({ isOpen }: Design): Fragment => ({
  imports: {
    'aws-cdk-lib': ['CfnOutput', 'Duration', 'Validations'],
    'aws-cdk-lib/aws-cloudwatch': ['Alarm', 'TreatMissingData'],
    'aws-cdk-lib/aws-cloudwatch-actions': ['SnsAction'],
    'aws-cdk-lib/aws-apigatewayv2': ['HttpApi', 'HttpMethod', 'HttpStage', 'LogGroupLogDestination'],
    'aws-cdk-lib/aws-apigatewayv2-integrations': ['HttpLambdaIntegration'],
    'aws-cdk-lib/aws-logs': ['LogGroup', 'RetentionDays'],
  },
  lines: code`
    const api = new HttpApi(this, 'Api', { createDefaultStage: false })
    const routes = api.addRoutes({
      path: '/{proxy+}',
      methods: [HttpMethod.ANY],
      integration: new HttpLambdaIntegration('Integration', httpFunction.fn),
    })
    const stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: 50, burstLimit: 100 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(new LogGroup(this, 'AccessLogs', { retention: RetentionDays.ONE_MONTH })),
      },
    })
    const serverErrors = new Alarm(this, 'ServerErrors', {
      metric: stage.metricServerError({ period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    serverErrors.addAlarmAction(new SnsAction(alarms))
    for (const route of routes)
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: '${isOpen ? code`Everybody may call: the intention says so, and docs/threat-model.md says what that means` : code`src/verification/authenticate.ts verifies callers, the same on each platform, and is tested`}',
      })
    new CfnOutput(this, 'Address', { value: api.apiEndpoint })
`,
})

const queue = (design: Design): Fragment => ({
  imports: { 'aws-cdk-lib/aws-lambda-event-sources': ['SqsEventSource'] },
  lines: code`
    queueFunction.fn.addEventSource(new SqsEventSource(queue, { batchSize: ${batchSizeOf(design)}, maxConcurrency: 5, reportBatchItemFailures: true }))
`,
})

const file: Fragment = {
  imports: {
    'aws-cdk-lib/aws-events': ['Rule'],
    'aws-cdk-lib/aws-events-targets': ['SqsQueue'],
    'aws-cdk-lib/aws-lambda-event-sources': ['SqsEventSource'],
    'aws-cdk-lib/aws-s3': ['type CfnBucket'],
  },
  lines: code`
    const files = bucket.node.defaultChild as CfnBucket
    files.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    new Rule(this, 'Arrived', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [bucket.bucketName] }, object: { key: [{ prefix: 'incoming/' }] } },
      },
      targets: [new SqsQueue(queue)],
    })
    fileFunction.fn.addEventSource(new SqsEventSource(queue, { batchSize: 10, maxConcurrency: 5, reportBatchItemFailures: true }))
`,
}

/** EventBridge's cron reads UTC. */
const clockOf = ({ everyMinutes = 60, runsAt }: Design): Code => {
  if (runsAt === undefined) return code`Schedule.rate(Duration.minutes(${everyMinutes}))`
  const { hour, minute, days } = runsAt
  return code`Schedule.cron({ minute: '${minute}', hour: '${hour}'${days === undefined ? code`` : code`, weekDay: '${days as Code}'`} })`
}

const schedule = (design: Design): Fragment => ({
  imports: {
    ...(design.runsAt === undefined ? { 'aws-cdk-lib': ['Duration'] } : {}),
    'aws-cdk-lib/aws-events': ['Rule', 'Schedule'],
    'aws-cdk-lib/aws-events-targets': ['LambdaFunction'],
  },
  lines: code`
    new Rule(this, 'Clock', {
      schedule: ${clockOf(design)},
      targets: [new LambdaFunction(scheduleFunction.fn, { retryAttempts: 2 })],
    })
`,
})

const stream: Fragment = {
  imports: {
    'aws-cdk-lib/aws-kinesis': ['Stream', 'StreamEncryption', 'StreamMode'],
    'aws-cdk-lib/aws-lambda': ['StartingPosition'],
    'aws-cdk-lib/aws-lambda-event-sources': ['KinesisEventSource', 'SqsDlq'],
    'aws-cdk-lib/aws-sqs': ['Queue', 'QueueEncryption'],
    'aws-cdk-lib/aws-cloudwatch': ['Alarm', 'TreatMissingData'],
    'aws-cdk-lib/aws-cloudwatch-actions': ['SnsAction'],
    'aws-cdk-lib': ['CfnOutput', 'Duration', 'Validations'],
  },
  lines: code`
    const events = new Stream(this, 'Events', { streamMode: StreamMode.ON_DEMAND, encryption: StreamEncryption.MANAGED })
    /** Where a batch begins that failed five times: shard and sequence numbers, with which it is read again. */
    const lost = new Queue(this, 'DeadLetters', { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) })
    Validations.of(lost).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'It is a dead-letter queue itself' })
    streamFunction.fn.addEventSource(
      new KinesisEventSource(events, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 500,
        maxBatchingWindow: Duration.seconds(5),
        bisectBatchOnError: true,
        retryAttempts: 5,
        reportBatchItemFailures: true,
        onFailure: new SqsDlq(lost),
      }),
    )
    const waiting = new Alarm(this, 'DeadLettersWaiting', {
      metric: lost.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    waiting.addAlarmAction(new SnsAction(alarms))
    new CfnOutput(this, 'StreamName', { value: events.streamName })
`,
}

const connection: Fragment = {
  imports: {
    'aws-cdk-lib': ['CfnOutput', 'Validations'],
    'aws-cdk-lib/aws-apigatewayv2-integrations': ['WebSocketLambdaIntegration'],
  },
  lines: code`
    for (const key of ['$connect', '$disconnect', '$default'])
      Validations.of(
        sockets.addRoute(key, { integration: new WebSocketLambdaIntegration('Integration' + key.slice(1), connectionFunction.fn) }),
      ).acknowledge({ id: 'AwsSolutions-APIG4', reason: 'The function verifies the token of whoever connects, and is tested' })
    new CfnOutput(this, 'Address', { value: sockets.apiEndpoint })
`,
}

/** How each trigger reaches its function. */
export const TRIGGERS: Readonly<Record<Trigger, (design: Design) => Fragment>> = {
  http,
  queue,
  file: () => file,
  schedule,
  stream: () => stream,
  connection: () => connection,
}
