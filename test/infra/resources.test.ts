import { beforeAll, describe, expect, it } from 'vitest'
import { RETENTION } from '../../lambdas/imagegen/contract/retention.ts'
import { STUCK_AFTER_MS } from '../../lambdas/imagegen/sweep/sweep-jobs.ts'
import { idOf, type Resource, type Synth, synthesize } from './synth.ts'

let dev: Synth
let prod: Synth
beforeAll(() => {
  dev = synthesize('test')
  prod = synthesize('prod')
})

const FUNCTION = 'AWS::Lambda::Function'
const named = (resources: readonly Resource[]): string[] => resources.map(({ stack, id }) => `${stack}/${id}`)
const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

describe('every function', () => {
  it('runs Node 24 on the processor of the configuration, with its memory and timeout written down', () => {
    for (const { id, Properties } of dev.of(FUNCTION)) {
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      })
      expect(Properties.MemorySize, id).toBeGreaterThanOrEqual(256)
      expect(Properties.Timeout, id).toBeLessThanOrEqual(300)
      expect(Properties.TracingConfig, id).toEqual({ Mode: 'Active' })
      expect(Properties.Description, id).toMatch(/\w+ \w+/)
    }
    expect(dev.of(FUNCTION).length).toBeGreaterThanOrEqual(7)
  })

  it('writes to a log group of its own that is not kept for ever', () => {
    const groups = new Map(dev.of('AWS::Logs::LogGroup').map(({ id, Properties }) => [id, Properties.RetentionInDays]))
    const used = dev.of(FUNCTION).map(({ Properties }) => idOf(Properties.LoggingConfig.LogGroup))
    expect(new Set(used).size).toBe(used.length)
    for (const group of used) expect(groups.get(group), group).toBe(30)
    for (const [group, days] of groups) expect(days, group).toBeTypeOf('number')
  })

  it('has an alarm on its errors', () => {
    const watched = dev
      .of('AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => Properties.Namespace === 'AWS/Lambda' && Properties.MetricName === 'Errors')
      .flatMap(({ Properties }) => list<{ Name: string; Value: unknown }>(Properties.Dimensions))
      .map(({ Value }) => idOf(Value))
    expect(watched.sort()).toEqual(
      dev
        .of(FUNCTION)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('carries no secret in its environment, only where one is kept', () => {
    for (const { id, Properties } of dev.of(FUNCTION)) {
      for (const [name, value] of Object.entries(Properties.Environment?.Variables ?? {})) {
        expect(JSON.stringify(value), `${id} ${name}`).not.toMatch(
          /resolve:(?:secretsmanager|ssm)|[A-Za-z0-9+/_-]{40,}={0,2}$/,
        )
        if (/secret|token|password|key/i.test(name)) expect(value, `${id} ${name}`).toBeTypeOf('object')
      }
    }
  })

  it('finishes before whoever waits for it gives up: the gateway at 29 s, a stream at its integration timeout', () => {
    const byId = new Map(dev.of(FUNCTION).map(({ id, Properties }) => [id, Number(Properties.Timeout)]))
    for (const { id, Properties } of dev.of('AWS::ApiGateway::Method')) {
      const { Uri, TimeoutInMillis = 29_000 } = Properties.Integration
      const fn = JSON.stringify(Uri).match(/\["(\w+Fn\w+)","Arn"\]/)?.[1] ?? ''
      expect((byId.get(fn) ?? Number.POSITIVE_INFINITY) * 1000, id).toBeLessThanOrEqual(TimeoutInMillis)
    }
  })
})

describe('every queue', () => {
  it('gives up to a dead-letter queue, or is one that is watched', () => {
    const queues = dev.of('AWS::SQS::Queue')
    const dead = new Set(
      queues.flatMap(({ Properties }) =>
        Properties.RedrivePolicy ? [idOf(Properties.RedrivePolicy.deadLetterTargetArn)] : [],
      ),
    )
    const alarms = JSON.stringify(dev.of('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties.Dimensions))
    expect(dead.size).toBeGreaterThan(0)
    for (const { id, Properties } of queues) {
      if (!dead.has(id)) expect(Properties.RedrivePolicy?.maxReceiveCount, id).toBeGreaterThanOrEqual(3)
      else {
        expect(alarms, id).toContain(id)
        expect(Properties.MessageRetentionPeriod, id).toBe(14 * 86_400)
      }
    }
  })

  it('refuses requests without TLS', () => {
    const guarded = dev
      .of('AWS::SQS::QueuePolicy')
      .filter(({ Properties }) => JSON.stringify(Properties.PolicyDocument).includes('"aws:SecureTransport":"false"'))
      .flatMap(({ Properties }) => list<unknown>(Properties.Queues).map(idOf))
    expect(guarded.sort()).toEqual(
      dev
        .of('AWS::SQS::Queue')
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('hides a message for six times the timeout of its consumer, who reports failures one by one', () => {
    const mappings = dev.of('AWS::Lambda::EventSourceMapping')
    expect(mappings.length).toBeGreaterThan(0)
    for (const { id, Properties } of mappings) {
      const queue = dev.resources.find((resource) => resource.id === idOf(Properties.EventSourceArn))
      const fn = dev.resources.find((resource) => resource.id === idOf(Properties.FunctionName))
      expect(Properties.FunctionResponseTypes, id).toEqual(['ReportBatchItemFailures'])
      expect(queue?.Properties.VisibilityTimeout, id).toBeGreaterThanOrEqual(6 * fn?.Properties.Timeout)
    }
  })
})

describe('the data', () => {
  it('keeps its logical ids: another id is another table', () => {
    const pinned = [
      'TableCD117FA1',
      'Images2D38C313',
      'Pepper2B9638F2',
      'ProvidersEdgeHostedC8CDA11F',
      'ProvidersProviderA7628E07D',
      'ProvidersProviderB4DDC1C04',
    ]
    const stateful = /^AWS::(?:DynamoDB::|S3::Bucket$|SecretsManager::Secret$|KMS::Key$)/
    expect(
      dev.resources
        .filter(({ Type }) => stateful.test(Type))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(pinned.sort())
  })

  it('outlives its stack in prod and goes with it in disposable stages', () => {
    for (const [synth, policy, isProtected] of [
      [prod, 'Retain', true],
      [dev, 'Delete', false],
    ] as const) {
      for (const id of ['TableCD117FA1', 'Images2D38C313', 'Pepper2B9638F2']) {
        const resource = synth.resources.find((each) => each.id === id)
        expect([resource?.DeletionPolicy, resource?.UpdateReplacePolicy], id).toEqual([policy, policy])
      }
      const [table] = synth.of('AWS::DynamoDB::GlobalTable')
      expect(
        table?.Properties.Replicas.map((r: { DeletionProtectionEnabled: boolean }) => r.DeletionProtectionEnabled),
      ).toEqual([isProtected])
      expect(synth.terminationProtection).toBe(isProtected)
    }
  })

  it('is one table: recoverable to a point in time, expiring by ttl, with the sparse index of open jobs', () => {
    const [table, ...others] = prod.of('AWS::DynamoDB::GlobalTable')
    expect(others).toEqual([])
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1', Projection: { ProjectionType: 'KEYS_ONLY' } }],
      Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
    })
  })

  it('is one bucket: closed to the public, over TLS only, emptied after the days that the policy promises', () => {
    const [bucket, ...others] = prod.of('AWS::S3::Bucket')
    expect(others).toEqual([])
    expect(Object.values(bucket?.Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    expect(JSON.stringify(prod.of('AWS::S3::BucketPolicy'))).toContain('"aws:SecureTransport":"false"')
    const rules = bucket?.Properties.LifecycleConfiguration.Rules as { Prefix?: string; ExpirationInDays?: number }[]
    const days = Object.fromEntries(rules.map(({ Prefix = '', ExpirationInDays }) => [Prefix, ExpirationInDays]))
    // A day is added to what was promised, because lifecycle counts whole days from midnight.
    expect(days['img/']).toBe(RETENTION.imageDays + 1)
    expect(days['tmp/']).toBe(Math.ceil(RETENTION.transientInputHours / 24) + 1)
  })
})

interface Retrier {
  readonly ErrorEquals: readonly string[]
  readonly IntervalSeconds?: number
  readonly MaxAttempts: number
  readonly BackoffRate?: number
  readonly MaxDelaySeconds?: number
  readonly JitterStrategy?: string
}

interface State {
  readonly Type: string
  readonly TimeoutSeconds?: number
  readonly Retry?: readonly Retrier[]
  readonly Catch?: readonly { readonly Next: string }[]
  readonly Next?: string
}

describe('the state machine', () => {
  const definition = (): { StartAt: string; States: Record<string, State>; TimeoutSeconds?: number } => {
    const [machine] = dev.of('AWS::StepFunctions::StateMachine')
    const parts = machine?.Properties.DefinitionString['Fn::Join'][1] as readonly unknown[]
    return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : idOf(part))).join('')) as never
  }

  it('is written in JSONPath, which the embedded interpreter runs', () => {
    expect(JSON.stringify(definition())).not.toMatch(/JSONata|\{%/)
  })

  it('tries every task again, with a time limit, and settles what fails for good', () => {
    const { States, TimeoutSeconds } = definition()
    expect(TimeoutSeconds).toBe(3000)
    const tasks = Object.entries(States).filter(([, { Type }]) => Type === 'Task')
    expect(tasks.map(([name]) => name).sort()).toEqual(['Encode', 'Paint', 'Settle'])
    for (const [name, task] of tasks) {
      expect(task.TimeoutSeconds, name).toBeGreaterThan(0)
      expect(task.Retry, name).toContainEqual(expect.objectContaining({ ErrorEquals: ['States.ALL'] }))
      // Settling is the last resort: when it fails, the alarm rings and the sweeper ends the job.
      if (name !== 'Settle')
        expect(
          task.Catch?.map(({ Next }) => Next),
          name,
        ).toEqual(['Settle'])
    }
  })

  it('waits minutes for a Lambda that has no room, at every task, and asks before the rule for all errors', () => {
    for (const [name, { Type, Retry = [] }] of Object.entries(definition().States)) {
      if (Type !== 'Task') continue
      const busy = Retry.findIndex(({ ErrorEquals }) => ErrorEquals.includes('Lambda.TooManyRequestsException'))
      expect(Retry[busy], name).toEqual({
        ErrorEquals: ['Lambda.TooManyRequestsException', 'Lambda.ServiceException', 'Lambda.SdkClientException'],
        IntervalSeconds: 2,
        MaxAttempts: 10,
        BackoffRate: 2,
        MaxDelaySeconds: 60,
        JitterStrategy: 'FULL',
      })
      expect(busy, name).toBe(Retry.length - 2)
      expect(Retry.at(-1)?.ErrorEquals, name).toEqual(['States.ALL'])
    }
  })

  it('settles a refusal that a step returned like a failure, though nothing was thrown', () => {
    const { States } = definition()
    const choices = (States['Still wanted?'] as unknown as { Choices: readonly Record<string, string>[] }).Choices
    expect(choices).toEqual([
      expect.objectContaining({ Variable: '$.result.outcome', StringEquals: 'painted', Next: 'Encode' }),
      expect.objectContaining({ Variable: '$.result.outcome', StringEquals: 'refused', Next: 'Settle' }),
    ])
  })

  it('passes four states when all goes well, each of which is a transition that is paid', () => {
    const { StartAt, States } = definition()
    const passed: string[] = []
    for (let name: string | undefined = StartAt; name !== undefined; ) {
      passed.push(name)
      const { Next, Choices = [] } = States[name] as State & {
        Choices?: readonly { Next: string; StringEquals: string }[]
      }
      name = Next ?? Choices.find(({ StringEquals }) => StringEquals === 'painted')?.Next
    }
    expect(passed).toEqual(['Paint', 'Still wanted?', 'Encode', 'Completed'])
  })

  it('is there once for each lane, the same but for who paints', () => {
    const machines = dev
      .of('AWS::StepFunctions::StateMachine')
      .map(({ Properties }) => JSON.stringify(Properties.DefinitionString))
      .filter((text) => text.includes('Still wanted?'))
    expect(machines).toHaveLength(2)
    const alike = machines.map((text) => text.replaceAll(/(?:Priority)?PaintFn[0-9A-F]+/g, 'paint'))
    expect(alike[0]).toBe(alike[1])
    expect(machines[0]).not.toBe(machines[1])
  })

  it('waits longer for a task than its function may take', () => {
    for (const [name, state] of Object.entries(definition().States)) {
      if (state.Type !== 'Task') continue
      const fn = dev.of(FUNCTION).find(({ id }) => (state as { Resource?: string }).Resource === id)
      expect(state.TimeoutSeconds, name).toBeGreaterThan(fn?.Properties.Timeout)
    }
  })

  it('has time for every attempt of every step, and the sweeper waits until it can no longer be running', () => {
    const { States, TimeoutSeconds = 0 } = definition()
    const pausesOf = ({ IntervalSeconds = 1, MaxAttempts = 3, BackoffRate = 2, MaxDelaySeconds }: Retrier): number =>
      Array.from({ length: MaxAttempts }, (_, attempt) => IntervalSeconds * BackoffRate ** attempt)
        .map((pause) => Math.min(pause, MaxDelaySeconds ?? pause))
        .reduce((sum, pause) => sum + pause, 0)
    const longest = ({ TimeoutSeconds: limit = 0, Retry = [] }: State): number => {
      // Each retrier counts on its own. A call that Lambda did not take is over at once; any other may use its time up.
      const attempts = 1 + (Retry.at(-1)?.MaxAttempts ?? 0)
      return Retry.reduce((sum, retrier) => sum + pausesOf(retrier), attempts * limit)
    }
    const tasks = Object.values(States).filter(({ Type }) => Type === 'Task')
    const total = tasks.reduce((sum, task) => sum + longest(task), 0)
    expect(total).toBeGreaterThan(1200)
    expect(total).toBeLessThan(TimeoutSeconds)
    expect(STUCK_AFTER_MS).toBeGreaterThan(TimeoutSeconds * 1000)
  })

  it('logs every step, is traced, and has an alarm on executions that failed or timed out', () => {
    const [machine] = dev.of('AWS::StepFunctions::StateMachine')
    expect(machine?.Properties).toMatchObject({
      LoggingConfiguration: { Level: 'ALL' },
      TracingConfiguration: { Enabled: true },
    })
    const alarms = JSON.stringify(dev.of('AWS::CloudWatch::Alarm'))
    expect(alarms).toContain('ExecutionsFailed')
    expect(alarms).toContain('ExecutionsTimedOut')
  })
})

describe('names', () => {
  it('are generated: none is fixed but those of alarms and stages', () => {
    const fixed = /^(?:FunctionName|TableName|BucketName|QueueName|StateMachineName|RoleName|PolicyArn)$/
    const offenders = prod.resources.filter(
      ({ Type, Properties }) =>
        !/EventSourceMapping|Permission/.test(Type) &&
        Object.entries(Properties).some(([name, value]) => fixed.test(name) && typeof value === 'string'),
    )
    expect(named(offenders)).toEqual([])
  })
})
