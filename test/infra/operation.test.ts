import { beforeAll, describe, expect, it } from 'vitest'
import { capacityOf, OPEN_RESERVE } from '../../lib/capacity.ts'
import { SERVICES, servedApis } from '../../lib/services.ts'
import {
  CONFIGURED,
  idOf,
  NEW_ACCOUNT,
  type Properties,
  type Resource,
  type Synth,
  synthesize,
  WITHOUT_SERVICES,
} from './synth.ts'

let dev: Synth
let prod: Synth
beforeAll(() => {
  dev = synthesize('test')
  prod = synthesize('prod')
})

const ALARM = 'AWS::CloudWatch::Alarm'
const dimensionsOf = ({ Properties }: Resource): Record<string, unknown> =>
  Object.fromEntries((Properties.Dimensions ?? []).map(({ Name, Value }: Properties) => [Name, Value]))
const alarmsOn = (synth: Synth, metric: string) =>
  synth.of(ALARM).filter(({ Properties }) => Properties.MetricName === metric)

/** Alarms that are computed from the failed executions of a machine. */
const shareAlarms = ({ of }: Synth) =>
  of('AWS::CloudWatch::Alarm').flatMap(({ stack, Properties }) => {
    const metrics = (Properties.Metrics ?? []) as readonly Resource['Properties'][]
    const failed = metrics.find(({ MetricStat }) => MetricStat?.Metric.MetricName === 'ExecutionsFailed')
    const computed = metrics.find(({ Expression }) => Expression !== undefined)
    if (!failed) return []
    return [
      { machine: `${stack}/${idOf(failed.MetricStat.Metric.Dimensions[0].Value)}`, expression: computed?.Expression },
    ]
  })

describe('alarms', () => {
  it('tell the topic when they go off and when they end, whether or not somebody has subscribed', () => {
    for (const { id, Properties } of prod.of(ALARM)) {
      expect(Properties.AlarmActions, id).toHaveLength(1)
      expect(JSON.stringify(Properties.AlarmActions), id).toContain('AlarmTopic')
      expect(Properties.OKActions, id).toEqual(Properties.AlarmActions)
    }
  })

  it('may publish to the topic, of this account alone, though the topic has a policy of its own', () => {
    const [policy] = prod.of('AWS::SNS::TopicPolicy')
    const statements = (policy?.Properties.PolicyDocument.Statement ?? []) as Properties[]
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      const own = statements.find(({ Principal }) => Principal?.Service === service)
      expect(own, service).toMatchObject({ Effect: 'Allow', Action: 'sns:Publish' })
      expect(own?.Condition.StringEquals['aws:SourceAccount'], service).toBeDefined()
    }
    expect(statements.find(({ Effect }) => Effect === 'Deny')).toBeDefined()
  })

  it('ring for messages that wait too long, in every queue that somebody takes from', () => {
    const watched = alarmsOn(prod, 'ApproximateAgeOfOldestMessage').map((alarm) => idOf(dimensionsOf(alarm).QueueName))
    const consumed = prod.of('AWS::Lambda::EventSourceMapping').map(({ Properties }) => idOf(Properties.EventSourceArn))
    expect(watched.sort()).toEqual(consumed.sort())
  })

  it('ring for a message only after its consumer has had the time to work on it, and ten minutes more', () => {
    for (const alarm of alarmsOn(prod, 'ApproximateAgeOfOldestMessage')) {
      const queue = idOf(dimensionsOf(alarm).QueueName)
      const isOfQueue = ({ stack, Properties }: Resource) =>
        stack === alarm.stack && idOf(Properties.EventSourceArn) === queue
      const taken = prod.of('AWS::Lambda::EventSourceMapping').find(isOfQueue)
      const consumer = prod
        .of('AWS::Lambda::Function')
        .find(({ stack, id }) => stack === alarm.stack && id === idOf(taken?.Properties.FunctionName))
      expect(alarm.Properties.Threshold, alarm.id).toBe(consumer?.Properties.Timeout + 600)
    }
  })

  it('ring for executions of every state machine that fail or time out', () => {
    const machines = prod.of('AWS::StepFunctions::StateMachine').map(({ stack, id }) => `${stack}/${id}`)
    for (const metric of ['ExecutionsFailed', 'ExecutionsTimedOut']) {
      const watched = alarmsOn(prod, metric).map(
        (alarm) => `${alarm.stack}/${idOf(dimensionsOf(alarm).StateMachineArn)}`,
      )
      const byShare = metric === 'ExecutionsFailed' ? shareAlarms(prod).map(({ machine }) => machine) : []
      expect([...watched, ...byShare].sort(), metric).toEqual(machines.toSorted())
    }
  })

  it('ring for a share of failed jobs in each lane, and for any that could not be settled', () => {
    expect(shareAlarms(prod).map(({ expression }) => expression)).toEqual(
      new Array(2).fill('IF(failed >= 5, 100 * failed / (failed + FILL(succeeded, 0)), 0)'),
    )
    expect(alarmsOn(prod, 'UnsettledJobs-prod')).toHaveLength(2)
    // It knows no metric math and no stored queries.
    const emulator = synthesize('emulator')
    expect(shareAlarms(emulator)).toEqual([])
    expect(emulator.of('AWS::Logs::QueryDefinition')).toEqual([])
    expect(alarmsOn(emulator, 'UnsettledJobs-emulator')).toHaveLength(2)
  })

  it('ring for throttles of any function, and for a schedule that has not run', () => {
    expect(alarmsOn(prod, 'Throttles')).toHaveLength(1)
    const schedules = prod.of('AWS::Scheduler::Schedule')
    const missed = alarmsOn(prod, 'Invocations')
    expect(schedules.length).toBeGreaterThan(3)
    expect(missed).toHaveLength(schedules.length)
    for (const { id, Properties } of missed) {
      expect(Properties, id).toMatchObject({ TreatMissingData: 'breaching', ComparisonOperator: 'LessThanThreshold' })
    }
  })

  it('on server errors go by the name of one API in one stage', () => {
    const names = prod.of('AWS::ApiGateway::RestApi').map(({ Properties }) => Properties.Name)
    expect(names.sort()).toEqual(
      servedApis()
        .filter(({ url }) => url === undefined)
        .map(({ key }) => `signet-prod-${key}`)
        .sort(),
    )
    expect(
      alarmsOn(prod, '5XXError')
        .map((alarm) => dimensionsOf(alarm).ApiName)
        .sort(),
    ).toEqual(names)
    expect(alarmsOn(prod, 'Url5xxCount')).toHaveLength(prod.of('AWS::Lambda::Url').length)
    expect(dev.of('AWS::ApiGateway::RestApi').map(({ Properties }) => Properties.Name)).not.toContain(names[0])
  })
})

describe('stored queries', () => {
  it('are in the folder of their stage, for whatever log groups somebody chooses', () => {
    const queries = prod.of('AWS::Logs::QueryDefinition').map(({ Properties }) => Properties)
    expect(queries.map(({ Name }) => Name).sort()).toEqual(
      [
        'everything about an id',
        'failures',
        'requests of a tenant',
        'slowest requests',
        'time to answer by operation',
      ].map((name) => `signet-prod/${name}`),
    )
    const slowest = queries.find(({ Name }) => Name.endsWith('slowest requests'))
    expect(slowest?.QueryString).toContain('filter message = "request"\n| sort ms desc\n| limit 50')
  })
})

describe('a schedule', () => {
  it('drops what comes too late and replays nothing that the next run does', () => {
    const seconds = { 'rate(1 minute)': 60, 'rate(15 minutes)': 300, 'rate(1 day)': 3600 } as Record<string, number>
    for (const { id, Properties } of prod.of('AWS::Scheduler::Schedule')) {
      const rate = Properties.ScheduleExpression as string
      const { MaximumEventAgeInSeconds, MaximumRetryAttempts } = Properties.Target.RetryPolicy
      expect(MaximumEventAgeInSeconds, id).toBe(seconds[rate])
      expect(MaximumRetryAttempts, id).toBeLessThanOrEqual(rate === 'rate(1 minute)' ? 0 : 2)
    }
    expect(prod.of('AWS::Lambda::EventInvokeConfig')).toHaveLength(prod.of('AWS::Scheduler::Schedule').length)
  })
})

describe('logs', () => {
  it('of API Gateway go by one role of the account, which stays when stacks go', () => {
    const accounts = prod.of('AWS::ApiGateway::Account')
    expect(accounts.map(({ stack, DeletionPolicy }) => [stack, DeletionPolicy])).toEqual([['signet-account', 'Retain']])
    const role = prod.resources.find(({ id, stack }) => stack === 'signet-account' && /Role/.test(id))
    expect(role?.DeletionPolicy).toBe('Retain')
    expect(dev.templates['signet-account']).toEqual(prod.templates['signet-account'])
  })

  it('of state machines are where one policy of the account covers all', () => {
    const groups = prod.of('AWS::StepFunctions::StateMachine').map(({ stack, Properties }) => {
      const group = idOf(Properties.LoggingConfiguration.Destinations[0].CloudWatchLogsLogGroup.LogGroupArn)
      return JSON.stringify(
        prod.resources.find((each) => each.stack === stack && each.id === group)?.Properties.LogGroupName,
      )
    })
    expect(new Set(groups).size).toBe(groups.length)
    for (const name of groups) expect(name).toContain('/aws/vendedlogs/states/signet-prod-')
  })
})

describe('what costs', () => {
  it('has metrics of each method in production alone', () => {
    for (const [synth, isOn] of [
      [dev, false],
      [prod, true],
    ] as const) {
      for (const { id, Properties } of synth.of('AWS::ApiGateway::Stage')) {
        expect(Properties.MethodSettings[0].MetricsEnabled, id).toBe(isOn)
      }
    }
  })

  it('is told of by a budget that is configured, to the topic, which mails the address', () => {
    expect(prod.of('AWS::Budgets::Budget')).toEqual([])
    const [budget] = synthesize('prod', CONFIGURED).of('AWS::Budgets::Budget')
    expect(budget?.Properties.Budget).toMatchObject({ BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' })
    for (const { Subscribers } of (budget?.Properties.NotificationsWithSubscribers ?? []) as Properties[]) {
      expect(Subscribers.map(({ SubscriptionType }: Properties) => SubscriptionType)).toEqual(['SNS'])
    }
  })

  it('keeps its budget when the address of alarms changes, and gives it no name that a replacement would collide with', () => {
    const budgetWith = (variables: Readonly<Record<string, string>>) => {
      const synth = synthesize('prod', { SIGNET_MONTHLY_BUDGET: '50', ...variables }, WITHOUT_SERVICES)
      return synth.of('AWS::Budgets::Budget')[0]?.Properties
    }
    const budget = budgetWith({})
    expect(budget?.Budget).not.toHaveProperty('BudgetName')
    expect(budgetWith({ SIGNET_ALARM_EMAIL: 'ops@example.com' })).toEqual(budget)
  })

  it('is bounded by throttles that can be configured', () => {
    const [stage] = synthesize('prod', CONFIGURED).of('AWS::ApiGateway::Stage')
    expect(stage?.Properties.MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 })
  })
})

describe('the dashboard', () => {
  it('shows every API by name, and functions and queues of the stage by search', () => {
    const [board] = prod.of('AWS::CloudWatch::Dashboard')
    const body = JSON.stringify(board?.Properties.DashboardBody)
    for (const { key, url } of servedApis()) {
      expect(body).toContain(url === undefined ? `signet-prod-${key}` : 'UrlRequestCount')
    }
    for (const metric of ['Throttles', 'ApproximateAgeOfOldestMessage']) expect(body).toContain(metric)
  })

  it('shows what failed of each state machine by its address, as CloudFormation gives machines names of its own', () => {
    const parts = prod.of('AWS::CloudWatch::Dashboard')[0]?.Properties.DashboardBody['Fn::Join'][1] as unknown[]
    const shown = (metric: string) =>
      parts.flatMap((part, i) =>
        String(parts[i - 1]).endsWith(`["AWS/States","${metric}","StateMachineArn","`)
          ? [(part as Properties)['Fn::GetStackOutput']?.OutputName as string]
          : [],
      )
    const machines = prod.of('AWS::StepFunctions::StateMachine')
    expect(machines.length).toBeGreaterThan(2)
    for (const metric of ['ExecutionsFailed', 'ExecutionsTimedOut']) {
      const names = shown(metric)
      expect(names).toHaveLength(machines.length)
      for (const { id } of machines)
        expect(
          names.filter((name) => name.includes(id)),
          id,
        ).toHaveLength(1)
    }
  })
})

/** Batches at once as accesses say, and those of the lane for jobs with priority (lib/domains/imagegen.ts). */
const wanted = [
  20,
  ...SERVICES.flatMap(({ access }) => Object.values(access).flatMap(({ queue }) => queue?.maxConcurrency ?? [])),
]

describe('the concurrency of an account', () => {
  const ofApi = (synth: Synth) =>
    synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === 'imagegen-api')
  const consumers = (synth: Synth): number[] =>
    synth.of('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties.ScalingConfig.MaximumConcurrency)

  it('is nobody’s in particular unless the quota is configured', () => {
    expect(ofApi(prod)?.Properties.ReservedConcurrentExecutions).toBeUndefined()
    expect(consumers(prod).sort()).toEqual(wanted.toSorted())
  })

  it('of a thousand leaves those who do the work more than those who wait may take', () => {
    const synth = synthesize('prod', CONFIGURED)
    expect(ofApi(synth)?.Properties.ReservedConcurrentExecutions).toBe(360)
    expect(consumers(synth).sort()).toEqual(wanted.toSorted())
    expect(alarmsOn(synth, 'ConcurrentExecutions')).toHaveLength(1)
  })

  it('of ten, as new accounts have it, holds no callers and starts two batches at once', () => {
    const synth = synthesize('prod', NEW_ACCOUNT)
    expect(ofApi(synth)?.Properties.ReservedConcurrentExecutions).toBeUndefined()
    expect(ofApi(synth)?.Properties.Environment.Variables.HOLD_SECONDS).toBe('0')
    expect(ofApi(prod)?.Properties.Environment.Variables.HOLD_SECONDS).toBe('25')
    expect(consumers(synth)).toEqual(wanted.map(() => 2))
  })

  it('leaves a part to the function that has its own address, which no gateway throttles', () => {
    const synth = synthesize('prod', CONFIGURED)
    const own = synth
      .of('AWS::Lambda::Function')
      .filter(({ Metadata }) => servedApis().some(({ url }) => url === Metadata?.['signet:bundle']))
    expect(own.map(({ Properties }) => Properties.ReservedConcurrentExecutions)).toEqual([90])
  })

  it('bounds that function where the quota of the account is not configured, too', () => {
    const reserved = prod
      .of('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
      .map(({ Metadata, Properties }) => [Metadata?.['signet:bundle'], Properties.ReservedConcurrentExecutions])
    expect(reserved).toEqual(servedApis().flatMap(({ url }) => (url === undefined ? [] : [[url, OPEN_RESERVE]])))
    expect(reserved).toHaveLength(1)
  })

  it('is not given away more than once', () => {
    const shares = SERVICES.flatMap(({ access }) => Object.values(access).map(({ share = 0 }) => share))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(0.8)
    expect(capacityOf({ stage: 'prod', concurrency: 101 }).reserved({ share: 0.4 })).toBeUndefined()
    expect(capacityOf({ stage: 'prod', concurrency: 200 }).reserved({ share: 0.4 })).toBe(40)
  })
})
