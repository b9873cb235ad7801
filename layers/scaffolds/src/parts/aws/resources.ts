import { type Code, code, joined } from '../../code.ts'
import { type Design, type FunctionSpec, hasTrigger, portsOf, readsSecrets } from '../../design.ts'
import type { Fragment } from './fragment.ts'
import { tableVerbsOf } from './rights.ts'

interface Resource {
  readonly isUsed: (design: Design) => boolean
  readonly fragment: Fragment
}

const alarms: Resource = {
  isUsed: ({ functions }) => functions.length > 0,
  fragment: {
    imports: { 'aws-cdk-lib/aws-sns': ['Topic'] },
    lines: code`
    /** Subscribe a person to it. */
    const alarms = new Topic(this, 'Alarms', { enforceSSL: true })
`,
  },
}

const table: Resource = {
  isUsed: (design) => portsOf(design).has('records'),
  fragment: {
    imports: {
      'aws-cdk-lib': ['RemovalPolicy'],
      'aws-cdk-lib/aws-dynamodb': ['AttributeType', 'TableEncryptionV2', 'TableV2'],
    },
    lines: code`
    const table = new TableV2(this, 'Records', {
      partitionKey: { name: 'partition', type: AttributeType.STRING },
      sortKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires_at',
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
`,
  },
}

const queue: Resource = {
  isUsed: (design) => portsOf(design).has('queue') || hasTrigger(design, 'queue') || hasTrigger(design, 'file'),
  fragment: {
    imports: {
      'aws-cdk-lib': ['CfnOutput', 'Duration'],
      'aws-cdk-lib/aws-cloudwatch': ['Alarm', 'TreatMissingData'],
      'aws-cdk-lib/aws-cloudwatch-actions': ['SnsAction'],
      'aws-cdk-lib/aws-sqs': ['Queue', 'QueueEncryption'],
    },
    lines: code`
    /** What failed five times waits here for a person, two weeks at most. */
    const deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    const queue = new Queue(this, 'Work', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.minutes(6),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    })
    const waiting = new Alarm(this, 'DeadLettersWaiting', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    waiting.addAlarmAction(new SnsAction(alarms))
    new CfnOutput(this, 'QueueAddress', { value: queue.queueUrl })
`,
  },
}

const bucket: Resource = {
  isUsed: (design) => portsOf(design).has('objects'),
  fragment: {
    imports: {
      'aws-cdk-lib': ['CfnOutput', 'Duration', 'RemovalPolicy', 'Validations'],
      'aws-cdk-lib/aws-s3': ['BlockPublicAccess', 'Bucket', 'BucketEncryption', 'type CfnBucket'],
    },
    lines: code`
    const bucket = new Bucket(this, 'Files', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    })
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The functions of this stack log each file that they read or write; nobody else may',
    })
    new CfnOutput(this, 'FilesBucket', { value: bucket.bucketName })
`,
  },
}

const secret: Resource = {
  isUsed: ({ secrets }) => secrets.length > 0,
  fragment: {
    imports: { 'aws-cdk-lib': ['Validations'], 'aws-cdk-lib/aws-secretsmanager': ['Secret'] },
    lines: code`
    /** JSON with a member for each secret; README says which. It is filled by a person, never by a deployment. */
    const secret = new Secret(this, 'Secrets', { secretName: this.stackName + '/secrets' })
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The other side issues these values, so they are changed by hand',
    })
`,
  },
}

const sockets: Resource = {
  isUsed: (design) => hasTrigger(design, 'connection'),
  fragment: {
    imports: {
      'aws-cdk-lib/aws-apigatewayv2': ['type CfnApi', 'LogGroupLogDestination', 'WebSocketApi', 'WebSocketStage'],
      'aws-cdk-lib/aws-logs': ['LogGroup', 'RetentionDays'],
    },
    lines: code`
    const sockets = new WebSocketApi(this, 'Sockets')
    const socketStage = new WebSocketStage(this, 'SocketStage', {
      webSocketApi: sockets,
      stageName: 'live',
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(new LogGroup(this, 'SocketLogs', { retention: RetentionDays.ONE_MONTH })),
      },
    })
    const connectionsUrl = socketStage.callbackUrl
`,
  },
}

/** Resources in the order in which later ones name earlier ones. */
export const RESOURCES: readonly Resource[] = [alarms, table, queue, bucket, secret, sockets]

/** Files are read and written in their folders. Without the right to list, S3 calls an absent file forbidden. */
const bucketGrants = (fn: Code, { folders = { reads: [], writes: [] } }: FunctionSpec): Code => {
  const within = (names: readonly string[]) =>
    joined(
      names.map((name) => code`bucket.arnForObjects('${name as Code}/*')`),
      ', ',
    )
  const statement = (action: Code, resources: Code) =>
    code`    ${fn}.fn.addToRolePolicy(new PolicyStatement({ actions: ['${action}'], resources: [${resources}] }))`
  return joined([
    statement(code`s3:GetObject`, within(folders.reads)),
    statement(code`s3:PutObject`, within(folders.writes)),
    statement(code`s3:ListBucket`, code`bucket.bucketArn`),
    code`    for (const folder of [${joined(
      [...folders.reads, ...folders.writes].map((name) => code`'${name as Code}'`),
      ', ',
    )}])
      Validations.of(${fn}).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::<' + this.getLogicalId(bucket.node.defaultChild as CfnBucket) + '.Arn>/' + folder + '/*]',
        reason: 'Names of files are not known beforehand',
      })`,
  ])
}

/** The least rights of a function: verbs on one resource each. */
export const grantsOf = (design: Design, spec: FunctionSpec): Code => {
  const { trigger, uses } = spec
  const fn = code`${trigger as Code}Function`
  const has = new Set(uses)
  return joined([
    has.has('records')
      ? code`    table.grant(${fn}.fn, ${joined(
          tableVerbsOf(design, trigger).map((verb) => code`'${verb as Code}'`),
          ', ',
        )})`
      : undefined,
    has.has('queue') ? code`    queue.grant(${fn}.fn, 'sqs:SendMessage')` : undefined,
    has.has('objects') ? bucketGrants(fn, spec) : undefined,
    design.secrets.length > 0 && readsSecrets(spec)
      ? code`    ${fn}.fn.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }))`
      : undefined,
    has.has('connections')
      ? code`    ${fn}.fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['execute-api:ManageConnections'],
        resources: [this.formatArn({ service: 'execute-api', resource: sockets.apiId, resourceName: 'live/POST/@connections/*' })],
      }),
    )
    Validations.of(${fn}).acknowledge({ id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<' + this.getLogicalId(sockets.node.defaultChild as CfnApi) + '>/live/POST/@connections/*]', reason: 'Ids of connections are not known beforehand' })`
      : undefined,
    has.has('model')
      ? code`    ${fn}.fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['bedrock:InvokeModel'],
        resources: [this.formatArn({ service: 'bedrock', account: '', resource: 'foundation-model', resourceName: settings.MODEL_ID })],
      }),
    )`
      : undefined,
  ])
}
