import { beforeAll, describe, expect, it } from 'vitest'
import { capacityOf, FUNCTION_URL_RESERVE } from '../../lib/capacity.ts'
import { SERVICES, servedApis } from '../../lib/services.ts'
import {
  CONFIGURED_ENV,
  idOf,
  NEW_ACCOUNT,
  type Properties,
  type Synth,
  synthesize,
  WITHOUT_SERVICES,
} from './synth.ts'

let disposable: Synth
let prod: Synth
beforeAll(() => {
  disposable = synthesize('test')
  prod = synthesize('prod')
})

const alarmsOn = (synth: Synth, metric: string) =>
  synth.of('AWS::CloudWatch::Alarm').filter(({ Properties }) => Properties.MetricName === metric)

describe('executions', () => {
  it('executions that time out, do not settle their job, or belong to a canary raise an alarm; jobs settled as failed do not', () => {
    const [rule] = prod.of('AWS::Events::Rule').filter(({ id }) => id === 'FailedExecutions')
    const branches = rule?.Properties.EventPattern.detail.$or as readonly Properties[]
    const machines = prod.of('AWS::StepFunctions::StateMachine').length
    expect(branches.map(({ status, error, stateMachineArn }) => [status, error, stateMachineArn.length])).toEqual([
      [['TIMED_OUT'], undefined, machines],
      [['FAILED'], ['Unsettled'], machines],
      [['FAILED'], undefined, machines - 2],
    ])
    expect(JSON.stringify(rule?.Properties.Targets)).toContain('AlarmTopic')
  })
})

describe('stored queries', () => {
  it('have the folder of their stage, and no fixed log groups', () => {
    const queries = prod.of('AWS::Logs::QueryDefinition').map(({ Properties }) => Properties)
    expect(queries.map(({ Name }) => Name).sort()).toEqual(
      [
        'all lines about an id',
        'failures',
        'requests of a tenant',
        'response time by operation',
        'slowest requests',
      ].map((name) => `signet-prod/${name}`),
    )
    const slowest = queries.find(({ Name }) => Name.endsWith('slowest requests'))
    expect(slowest?.QueryString).toContain('filter message = "request"\n| sort ms desc\n| limit 50')
  })
})

describe('a schedule', () => {
  it('drops late runs, and does not retry runs that the next one replaces', () => {
    const seconds = {
      'rate(1 minute)': 60,
      'rate(15 minutes)': 300,
      'rate(1 hour)': 900,
      'rate(1 day)': 3600,
    } as Record<string, number>
    for (const { id, Properties } of prod.of('AWS::Scheduler::Schedule')) {
      const rate = Properties.ScheduleExpression as string
      const { MaximumEventAgeInSeconds, MaximumRetryAttempts } = Properties.Target.RetryPolicy
      expect(MaximumEventAgeInSeconds, id).toBe(seconds[rate])
      expect(MaximumRetryAttempts, id).toBeLessThanOrEqual(rate === 'rate(1 minute)' ? 0 : 2)
    }
    // One more function receives deliveries of CloudWatch Logs.
    expect(prod.of('AWS::Lambda::EventInvokeConfig')).toHaveLength(prod.of('AWS::Scheduler::Schedule').length + 1)
  })

  it('belongs to the group of its stage, which exists before it and is deleted with the stage', () => {
    const [group] = prod.of('AWS::Scheduler::ScheduleGroup')
    expect(group).toMatchObject({
      stack: 'signet-prod-alarms',
      DeletionPolicy: 'Delete',
      Properties: { Name: 'signet-prod' },
    })
    for (const { id, Properties } of prod.of('AWS::Scheduler::Schedule'))
      expect(Properties.GroupName, id).toBe('signet-prod')
    for (const { id, Properties } of disposable.of('AWS::Scheduler::Schedule'))
      expect(Properties.GroupName, id).toBeUndefined()
  })
})

describe('logs', () => {
  it('API Gateway logs through one role of the account, which outlives the stacks', () => {
    const accounts = prod.of('AWS::ApiGateway::Account')
    expect(accounts.map(({ stack, DeletionPolicy }) => [stack, DeletionPolicy])).toEqual([['signet-account', 'Retain']])
    const role = prod.resources.find(({ id, stack }) => stack === 'signet-account' && /Role/.test(id))
    expect(role?.DeletionPolicy).toBe('Retain')
    expect(disposable.templates['signet-account']).toEqual(prod.templates['signet-account'])
  })

  it('log groups of state machines share the prefix that one account policy covers', () => {
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

describe('costs', () => {
  it('metrics per method exist in production only', () => {
    for (const [synth, isOn] of [
      [disposable, false],
      [prod, true],
    ] as const) {
      for (const { id, Properties } of synth.of('AWS::ApiGateway::Stage')) {
        expect(Properties.MethodSettings[0].MetricsEnabled, id).toBe(isOn)
      }
    }
  })

  it('a configured budget notifies the topic, which mails the address', () => {
    expect(prod.of('AWS::Budgets::Budget')).toEqual([])
    const [budget] = synthesize('prod', CONFIGURED_ENV).of('AWS::Budgets::Budget')
    expect(budget?.Properties.Budget).toMatchObject({ BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' })
    for (const { Subscribers } of (budget?.Properties.NotificationsWithSubscribers ?? []) as Properties[]) {
      expect(Subscribers.map(({ SubscriptionType }: Properties) => SubscriptionType)).toEqual(['SNS'])
    }
  })

  it('the budget survives a change of the alarm address, and its name does not collide with that of a replacement', () => {
    const budgetWith = (variables: Readonly<Record<string, string>>) => {
      const synth = synthesize('prod', { SIGNET_MONTHLY_BUDGET: '50', ...variables }, WITHOUT_SERVICES)
      return synth.of('AWS::Budgets::Budget')[0]?.Properties
    }
    const budget = budgetWith({})
    expect(budget?.Budget).not.toHaveProperty('BudgetName')
    expect(budgetWith({ SIGNET_ALARM_EMAIL: 'ops@example.com' })).toEqual(budget)
  })

  it('throttles that can be configured bound the costs', () => {
    const [stage] = synthesize('prod', CONFIGURED_ENV).of('AWS::ApiGateway::Stage')
    expect(stage?.Properties.MethodSettings[0]).toMatchObject({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 })
  })
})

describe('the dashboard', () => {
  it('names every API, and finds functions and queues of the stage by search', () => {
    const [board] = prod.of('AWS::CloudWatch::Dashboard')
    const body = JSON.stringify(board?.Properties.DashboardBody)
    for (const { key, url } of servedApis()) {
      expect(body).toContain(url === undefined ? `signet-prod-${key}` : 'UrlRequestCount')
    }
    for (const metric of ['Throttles', 'ApproximateAgeOfOldestMessage']) expect(body).toContain(metric)
  })

  it('charts failures of each state machine by its ARN, because CloudFormation generates the name', () => {
    const parts = prod.of('AWS::CloudWatch::Dashboard')[0]?.Properties.DashboardBody['Fn::Join'][1] as unknown[]
    const chartedMachines = (metric: string) =>
      parts.flatMap((part, i) =>
        String(parts[i - 1]).endsWith(`["AWS/States","${metric}","StateMachineArn","`)
          ? [(part as Properties)['Fn::GetStackOutput']?.OutputName as string]
          : [],
      )
    const machines = prod.of('AWS::StepFunctions::StateMachine')
    expect(machines.length).toBeGreaterThan(2)
    for (const metric of ['ExecutionsFailed', 'ExecutionsTimedOut']) {
      const names = chartedMachines(metric)
      expect(names).toHaveLength(machines.length)
      for (const { id } of machines)
        expect(
          names.filter((name) => name.includes(id)),
          id,
        ).toHaveLength(1)
    }
  })
})

/** Concurrent batches as declared in accesses, plus the lane of priority jobs (lib/domains/images.ts). */
const expectedConcurrency = [
  20,
  ...SERVICES.flatMap(({ access }) => Object.values(access).flatMap(({ queue }) => queue?.maxConcurrency ?? [])),
]

describe('the concurrency of an account', () => {
  const imagesApi = (synth: Synth) =>
    synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === 'images-api')
  const consumers = (synth: Synth): number[] =>
    synth.of('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties.ScalingConfig.MaximumConcurrency)

  it('has no reservation unless the quota is configured', () => {
    expect(imagesApi(prod)?.Properties.ReservedConcurrentExecutions).toBeUndefined()
    expect(consumers(prod).sort()).toEqual(expectedConcurrency.toSorted())
  })

  it('a quota of a thousand reserves a share for the API, and leaves consumers their declared concurrency', () => {
    const synth = synthesize('prod', CONFIGURED_ENV)
    expect(imagesApi(synth)?.Properties.ReservedConcurrentExecutions).toBe(360)
    expect(consumers(synth).sort()).toEqual(expectedConcurrency.toSorted())
    expect(alarmsOn(synth, 'ConcurrentExecutions')).toHaveLength(1)
  })

  it('a quota of ten, as in new accounts, disables long polling and starts two batches concurrently', () => {
    const synth = synthesize('prod', NEW_ACCOUNT)
    expect(imagesApi(synth)?.Properties.ReservedConcurrentExecutions).toBeUndefined()
    expect(imagesApi(synth)?.Properties.Environment.Variables.HOLD_SECONDS).toBe('0')
    expect(imagesApi(prod)?.Properties.Environment.Variables.HOLD_SECONDS).toBe('25')
    expect(consumers(synth)).toEqual(expectedConcurrency.map(() => 2))
  })

  it('each function with a function URL has a reservation, because no gateway throttles it', () => {
    const synth = synthesize('prod', CONFIGURED_ENV)
    const urlFunctions = synth
      .of('AWS::Lambda::Function')
      .filter(({ Metadata }) => servedApis().some(({ url }) => url === Metadata?.['signet:bundle']))
    expect(urlFunctions.map(({ Properties }) => Properties.ReservedConcurrentExecutions)).toEqual([90, 90, 18])
  })

  it('functions with a function URL have a reservation even without a configured quota', () => {
    const reserved = prod
      .of('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)
      .map(({ Metadata, Properties }) => [Metadata?.['signet:bundle'], Properties.ReservedConcurrentExecutions])
    expect(reserved).toEqual(
      servedApis().flatMap(({ url }) => (url === undefined ? [] : [[url, FUNCTION_URL_RESERVE]])),
    )
    expect(reserved).toHaveLength(3)
  })

  it('reservations do not exceed the quota', () => {
    const shares = SERVICES.flatMap(({ access }) => Object.values(access).map(({ share = 0 }) => share))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(0.8)
    expect(capacityOf({ stage: 'prod', concurrency: 101 }).reserved({ share: 0.4 })).toBeUndefined()
    expect(capacityOf({ stage: 'prod', concurrency: 200 }).reserved({ share: 0.4 })).toBe(40)
  })
})
