import { beforeAll, describe, expect, it } from 'vitest'
import { RETENTION } from '../../lambdas/images/contract/retention.ts'
import { idOf, type Resource, type Synth, synthesize } from './synth.ts'

let disposable: Synth
let prod: Synth
beforeAll(() => {
  disposable = synthesize('test')
  prod = synthesize('prod')
})

const FUNCTION = 'AWS::Lambda::Function'
/** Functions of the repository. The CDK adds one that empties buckets. */
const repositoryFunctions = ({ of }: Synth): readonly Resource[] =>
  of(FUNCTION).filter(({ Metadata }) => Metadata?.['signet:bundle'])
const pathsOf = (resources: readonly Resource[]): string[] => resources.map(({ stack, id }) => `${stack}/${id}`)
const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/**
 * Functions with the longest timeout of Lambda: they read, merge, survey, hash or erase gigabytes, or sweep all
 * tenants.
 */
const LONG_WORKERS = /^(?:Ingest|Merge|Survey|Erasure|Export|Receipt|Sweep)Fn/

/** A stream of events lasts as long as API Gateway permits. */
const LONG_STREAMS = /^StreamFn/

describe('every function', () => {
  it('runs Node 24 on the configured processor, with explicit memory and timeout', () => {
    const scheduled = new Set(
      disposable
        .of('AWS::Scheduler::Schedule')
        .map(({ stack, Properties }) => `${stack}/${idOf(Properties.Target.Arn)}`),
    )
    for (const { stack, id, Properties } of repositoryFunctions(disposable)) {
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      })
      expect(Properties.MemorySize, id).toBeGreaterThanOrEqual(256)
      expect(Properties.Timeout, id).toBeLessThanOrEqual(LONG_WORKERS.test(id) || LONG_STREAMS.test(id) ? 900 : 300)
      const isScheduled = scheduled.has(`${stack}/${id}`)
      expect(Properties.TracingConfig, id).toEqual({ Mode: isScheduled ? 'PassThrough' : 'Active' })
      expect(Properties.Description, id).toMatch(/\w+ \w+/)
    }
    expect(repositoryFunctions(disposable).length).toBeGreaterThanOrEqual(7)
  })

  it('writes to its own log group, with a retention period', () => {
    const groups = new Map(
      disposable
        .of('AWS::Logs::LogGroup')
        .map(({ stack, id, Properties }) => [`${stack}/${id}`, Properties.RetentionInDays]),
    )
    const functionGroups = repositoryFunctions(disposable).map(
      ({ stack, Properties }) => `${stack}/${idOf(Properties.LoggingConfig.LogGroup)}`,
    )
    expect(new Set(functionGroups).size).toBe(functionGroups.length)
    for (const group of functionGroups) expect(groups.get(group), group).toBe(30)
    for (const [group, days] of groups) expect(days, group).toBeTypeOf('number')
  })

  it('has no secret in its environment, only the ARN of one', () => {
    for (const { id, Properties } of repositoryFunctions(disposable)) {
      for (const [name, value] of Object.entries(Properties.Environment?.Variables ?? {})) {
        expect(JSON.stringify(value), `${id} ${name}`).not.toMatch(
          /resolve:(?:secretsmanager|ssm)|[A-Za-z0-9+/_-]{40,}={0,2}$/,
        )
        if (/secret|token|password|key/i.test(name)) expect(value, `${id} ${name}`).toBeTypeOf('object')
      }
    }
  })

  it('times out before its caller does: the gateway at 29 s, a stream at its integration timeout', () => {
    const byId = new Map(
      repositoryFunctions(disposable).map(({ stack, id, Properties }) => [
        `${stack}/${id}`,
        Number(Properties.Timeout),
      ]),
    )
    for (const { id, Properties } of disposable.of('AWS::ApiGateway::Method')) {
      const { Uri, TimeoutInMillis = 29_000 } = Properties.Integration
      // The gateway calls S3 itself.
      if (Properties.Integration.Type === 'AWS') continue
      const [, stack, alias] =
        /"StackName":"([^"]+)".*?OutputRef(\w+?Live[0-9A-F]{8})[0-9A-F]{8}"/.exec(JSON.stringify(Uri)) ?? []
      const invoked = disposable.resources.find((each) => each.stack === stack && each.id === alias)
      const seconds = byId.get(`${stack}/${idOf(invoked?.Properties.FunctionName)}`) ?? Number.POSITIVE_INFINITY
      expect(seconds * 1000, id).toBeLessThanOrEqual(TimeoutInMillis)
    }
  })
})

describe('every queue', () => {
  it('has a dead-letter queue, or is one', () => {
    const queues = disposable.of('AWS::SQS::Queue')
    const targets: Resource['Properties'][] = disposable
      .of('AWS::Events::Rule')
      .flatMap(({ Properties }) => Properties.Targets)
    // Events that the bus could not put into a FIFO queue have a separate dead-letter queue.
    const deadLetterArns = [
      ...queues.map(({ Properties }) => Properties.RedrivePolicy?.deadLetterTargetArn),
      ...targets.map(({ DeadLetterConfig }) => DeadLetterConfig?.Arn),
    ]
    const deadLetterIds = new Set(deadLetterArns.flatMap((arn) => (arn === undefined ? [] : [idOf(arn)])))
    expect(deadLetterIds.size).toBeGreaterThan(0)
    for (const { id, Properties } of queues) {
      if (!deadLetterIds.has(id)) expect(Properties.RedrivePolicy?.maxReceiveCount, id).toBeGreaterThanOrEqual(3)
      else expect(Properties.MessageRetentionPeriod, id).toBe(14 * 86_400)
    }
  })

  it('refuses requests without TLS', () => {
    const queuesWithTls = disposable
      .of('AWS::SQS::QueuePolicy')
      .filter(({ Properties }) => JSON.stringify(Properties.PolicyDocument).includes('"aws:SecureTransport":"false"'))
      .flatMap(({ Properties }) => list<unknown>(Properties.Queues).map(idOf))
    expect(queuesWithTls.sort()).toEqual(
      disposable
        .of('AWS::SQS::Queue')
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('hides a message for six times the timeout of its consumer, which reports partial batch failures', () => {
    const mappings = disposable.of('AWS::Lambda::EventSourceMapping')
    expect(mappings.length).toBeGreaterThan(0)
    for (const { stack, id, Properties } of mappings) {
      const queue = disposable.resources.find(
        (each) => each.stack === stack && each.id === idOf(Properties.EventSourceArn),
      )
      const fn = disposable.resources.find((each) => each.stack === stack && each.id === idOf(Properties.FunctionName))
      expect(Properties.FunctionResponseTypes, id).toEqual(['ReportBatchItemFailures'])
      expect(queue?.Properties.VisibilityTimeout, id).toBeGreaterThanOrEqual(6 * fn?.Properties.Timeout)
    }
  })
})

describe('the data', () => {
  it('stateful resources have fixed logical ids: another id creates another table', () => {
    const expectedIds = [
      'TableCD117FA1',
      'AgentTokens5886A422',
      'ArchiveBucket49F1AC64',
      'ExportsBucket54D5CE64',
      'Images2D38C313',
      'Pepper2B9638F2',
      'PlatformCalls6A7B2D76',
      'ProvidersEdgeHostedC8CDA11F',
      'ProvidersProviderA7628E07D',
      'ProvidersProviderB4DDC1C04',
      'ReadingsBucket69890194',
      'ReceiptLogBucket0F08B536',
      'ReceiptLogKey4BABC4CC',
      'Receipts1Key432038AC',
      'Receipts2KeyCAFC153C',
      'StripeSecret1F1D1BE8',
      'TrustBucket15362AD9',
      'WitnessedE8A1DAC7',
      'WitnessKeyEEEFD4BC',
    ]
    const stateful = /^AWS::(?:DynamoDB::|S3::Bucket$|SecretsManager::Secret$|KMS::Key$)/
    expect(
      disposable.resources
        .filter(({ Type }) => stateful.test(Type))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(expectedIds.sort())
  })

  it('stateful resources outlive their stack in prod, and are deleted with it in disposable stages', () => {
    for (const [synth, policy, replacing, isProtected] of [
      [prod, 'RetainExceptOnCreate', 'Retain', true],
      [disposable, 'Delete', 'Delete', false],
    ] as const) {
      for (const id of [
        'TableCD117FA1',
        'Images2D38C313',
        'ArchiveBucket49F1AC64',
        'Pepper2B9638F2',
        'PlatformCalls6A7B2D76',
        'AgentTokens5886A422',
      ]) {
        const resource = synth.resources.find((each) => each.id === id)
        expect([resource?.DeletionPolicy, resource?.UpdateReplacePolicy], id).toEqual([policy, replacing])
      }
      const [table] = synth.of('AWS::DynamoDB::GlobalTable')
      expect(
        table?.Properties.Replicas.map((r: { DeletionProtectionEnabled: boolean }) => r.DeletionProtectionEnabled),
      ).toEqual([isProtected])
      expect(synth.terminationProtection).toBe(isProtected)
    }
  })

  it('one table has point-in-time recovery, TTL and the sparse index of open jobs', () => {
    const [table, ...others] = prod.of('AWS::DynamoDB::GlobalTable')
    // The witness stores its checkpoints where the platform cannot change them.
    expect(others.map(({ stack }) => stack)).toEqual(['signet-prod-witness-data'])
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1', Projection: { ProjectionType: 'KEYS_ONLY' } }],
      Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
    })
  })

  it('buckets are private, require TLS and abort incomplete uploads', () => {
    const buckets = prod.of('AWS::S3::Bucket')
    expect(buckets).toHaveLength(6)
    for (const { id, Properties } of buckets) {
      expect(Object.values(Properties.PublicAccessBlockConfiguration), id).toEqual([true, true, true, true])
      expect(JSON.stringify(Properties.LifecycleConfiguration), id).toContain('AbortIncompleteMultipartUpload')
      const policies = prod.of('AWS::S3::BucketPolicy').filter(({ Properties: { Bucket } }) => Bucket.Ref === id)
      expect(JSON.stringify(policies), id).toContain('"aws:SecureTransport":"false"')
    }
  })

  it('the bucket of images deletes objects after the days of the retention policy', () => {
    const bucket = prod.of('AWS::S3::Bucket').find(({ id }) => id.startsWith('Images'))
    const rules = bucket?.Properties.LifecycleConfiguration.Rules as { Prefix?: string; ExpirationInDays?: number }[]
    const days = Object.fromEntries(rules.map(({ Prefix = '', ExpirationInDays }) => [Prefix, ExpirationInDays]))
    // One day longer than the policy, because lifecycle counts whole days from midnight.
    expect(days['img/']).toBe(RETENTION.imageDays + 1)
    expect(days['txt/']).toBe(RETENTION.jobDays + 1)
    expect(days['tmp/']).toBe(Math.ceil(RETENTION.transientInputHours / 24) + 1)
  })
})

describe('names', () => {
  it('only alarms and stages have fixed names', () => {
    const fixed = /^(?:FunctionName|TableName|BucketName|QueueName|StateMachineName|RoleName|PolicyArn)$/
    const offenders = prod.resources.filter(
      ({ Type, Properties }) =>
        !/EventSourceMapping|Permission/.test(Type) &&
        Object.entries(Properties).some(([name, value]) => fixed.test(name) && typeof value === 'string'),
    )
    expect(pathsOf(offenders)).toEqual([])
  })
})
