import { beforeAll, describe, expect, it } from 'vitest'
import { RECEIVES_MAX } from '../../lib/operations/function-signals.ts'
import { SIGNALS } from '../../lib/operations/signals.ts'
import { SERVICES } from '../../lib/services.ts'
import {
  CONFIGURED_ENV,
  idOf,
  OTHERWISE_CONFIGURED,
  type Properties,
  type Resource,
  type Synth,
  synthesize,
} from './synth.ts'

let disposable: Synth
let prod: Synth
beforeAll(() => {
  disposable = synthesize('test')
  prod = synthesize('prod')
})

const ALARM = 'AWS::CloudWatch::Alarm'
const COMPOSITE = 'AWS::CloudWatch::CompositeAlarm'
const nameOf = ({ Properties }: Resource): string => String(Properties.AlarmName).replace('signet-prod-', '')
const alarmProperties = (synth: Synth, name: string): Properties => {
  const alarm = synth.of(ALARM).find((each) => nameOf(each) === name)
  expect(alarm, name).toBeDefined()
  return alarm?.Properties ?? {}
}
/** The alarm outside the composite that pages the on-call engineer: above a ceiling, callers receive 503. */
const PAGING_ALARM = /^NearlySpent$/
const COMPOSITE_PART = /^(Api|Jobs)(Fast|Slow)\d+$/

describe('alarms', () => {
  it('each alarm notifies a topic at its start and end: the composite pages, its parts do not notify, others use the alarm topic', () => {
    const composites = prod.of(COMPOSITE)
    expect(composites.map(({ Properties }) => Properties.AlarmName)).toEqual(['signet-prod-BudgetBurns'])
    for (const { Properties } of composites) {
      expect(JSON.stringify(Properties.AlarmActions)).toContain('PageTopic')
      expect(Properties.OKActions).toEqual(Properties.AlarmActions)
    }
    for (const alarm of prod.of(ALARM)) {
      const { AlarmActions, OKActions } = alarm.Properties
      if (COMPOSITE_PART.test(nameOf(alarm))) {
        expect(AlarmActions, alarm.id).toBeUndefined()
        continue
      }
      expect(JSON.stringify(AlarmActions), alarm.id).toContain(
        PAGING_ALARM.test(nameOf(alarm)) ? 'PageTopic' : 'AlarmTopic',
      )
      expect(OKActions, alarm.id).toEqual(AlarmActions)
    }
  })

  it('a disposable stage has no alarms and no metric filters', () => {
    for (const type of [ALARM, COMPOSITE, 'AWS::Logs::MetricFilter', 'AWS::Scheduler::ScheduleGroup'])
      expect(disposable.of(type), type).toEqual([])
  })

  it('alarms of this account alone may publish to the topics, which have their own policies', () => {
    const policies = prod.of('AWS::SNS::TopicPolicy')
    expect(policies).toHaveLength(3)
    for (const policy of policies) {
      const statements = policy.Properties.PolicyDocument.Statement as Properties[]
      for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com', 'events.amazonaws.com']) {
        const serviceStatement = statements.find(({ Principal }) => Principal?.Service === service)
        expect(serviceStatement, service).toMatchObject({ Effect: 'Allow', Action: 'sns:Publish' })
        expect(serviceStatement?.Condition.StringEquals['aws:SourceAccount'], service).toBeDefined()
      }
      expect(statements.find(({ Effect }) => Effect === 'Deny')).toBeDefined()
    }
  })

  it('alarms that page mail the on-call address, or else the address of all alarms', () => {
    const endpoints = (variables: Record<string, string>) =>
      synthesize('prod', variables)
        .of('AWS::SNS::Subscription')
        .map(({ Properties }) => Properties.Endpoint)
    expect(endpoints(CONFIGURED_ENV)).toEqual(['ops@example.com', 'ops@example.com', 'ops@example.com'])
    expect(endpoints(OTHERWISE_CONFIGURED)).toEqual([
      'ops@example.com',
      'night@example.com',
      // The witness has its own topic.
      'night@example.com',
    ])
  })
})

describe('the paging alarm', () => {
  it('evaluates a long and a short window of each objective, fast and slow', () => {
    const shares = { Api: 0.001, Jobs: 0.005 }
    for (const [budget, share] of Object.entries(shares)) {
      for (const [speed, factor, times] of [
        ['Fast', 14.4, [60, 5]],
        ['Slow', 6, [360, 30]],
      ] as const) {
        for (const minutes of times) {
          const alarm = alarmProperties(prod, `${budget}${speed}${minutes}`)
          expect(alarm).toMatchObject({ Period: minutes * 60, Statistic: 'Average', TreatMissingData: 'notBreaching' })
          expect(alarm.Threshold).toBeCloseTo(share * factor, 6)
        }
      }
    }
  })

  it('fires when both windows of a speed fire', () => {
    const [composite] = prod.of(COMPOSITE)
    const rule = JSON.stringify(composite?.Properties.AlarmRule)
    for (const [long, short] of [
      ['ApiFast60', 'ApiFast5'],
      ['ApiSlow360', 'ApiSlow30'],
      ['JobsFast60', 'JobsFast5'],
      ['JobsSlow360', 'JobsSlow30'],
    ])
      expect(rule).toMatch(new RegExp(`${long}[^|]*? AND [^|]*?${short}`))
    expect(rule.match(/ OR /g)).toHaveLength(3)
  })
})

describe('metrics of the stage', () => {
  const filters = () =>
    prod.of('AWS::Logs::MetricFilter').map(({ stack, Properties }) => ({
      stack,
      log: idOf(Properties.LogGroupName),
      pattern: String(Properties.FilterPattern),
      ...(Properties.MetricTransformations[0] as { MetricName: string; MetricNamespace: string; MetricValue: string }),
    }))

  it('metric filters write to the namespace of the stage, and each metric has an alarm', () => {
    const metricNames = new Set(filters().map(({ MetricName }) => MetricName))
    expect([...metricNames].sort()).toEqual([...Object.values(SIGNALS), 'LogForks'].sort())
    const watched = prod.of(ALARM).map(({ Properties }) => Properties.MetricName)
    for (const name of metricNames) expect(watched, name).toContain(name)
    for (const { MetricNamespace } of filters()) expect(MetricNamespace).toBe('Signet/prod')
    for (const { pattern } of filters()) expect(pattern.length).toBeLessThanOrEqual(1024)
  })

  it('failed runs of every function are counted, except painters, whose errors cause retries', () => {
    const failedRunFilters = filters().filter(({ MetricName }) => MetricName === SIGNALS.failedRuns)
    const uncountedFunctions = prod
      .of('AWS::Lambda::Function')
      .filter(
        ({ stack, Properties }) =>
          !failedRunFilters.some((log) => log.stack === stack && log.log === idOf(Properties.LoggingConfig.LogGroup)),
      )
    expect(uncountedFunctions.map(({ Metadata }) => Metadata?.['signet:bundle'])).toEqual([
      'images-paint',
      'images-paint',
    ])
  })

  it('responses of every API are counted: by the access log of a gateway, or by the log of a function URL', () => {
    const stacks = filters().flatMap(({ stack, MetricName, MetricValue }) =>
      MetricName === SIGNALS.serverFaults && MetricValue === '0' ? [stack] : [],
    )
    const gateways = prod.of('AWS::ApiGateway::RestApi').map(({ stack }) => stack)
    expect(stacks.sort()).toEqual(
      [...gateways, 'signet-prod-agent-gateway', 'signet-prod-image-mcp', 'signet-prod-witness'].sort(),
    )
  })

  it('messages in dead-letter queues are counted for every consumer, after as many receives as its queue permits', () => {
    const givenUpFilters = filters().filter(({ MetricName }) => MetricName === SIGNALS.givenUp)
    expect(givenUpFilters).toHaveLength(prod.of('AWS::Lambda::EventSourceMapping').length)
    for (const { pattern } of givenUpFilters) expect(pattern).toContain(`$.tries >= ${RECEIVES_MAX}`)
    const receiveLimits = prod
      .of('AWS::SQS::Queue')
      .flatMap(({ Properties }) => Properties.RedrivePolicy?.maxReceiveCount ?? [])
    expect(new Set(receiveLimits)).toEqual(new Set([RECEIVES_MAX]))
  })
})

describe('alarms on waiting users', () => {
  it('have a threshold above the visibility timeout plus ten minutes, so one failure does not start them', () => {
    const ageAlarms = prod
      .of(ALARM)
      .filter(({ Properties }) => Properties.MetricName === 'ApproximateAgeOfOldestMessage')
    expect(ageAlarms.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'ArchiveIngestQueueImportsWaiting',
      'JobsQueueJobsWaiting',
      'PriorityJobsPriorityJobsWaiting',
    ])
    for (const { id, stack, Properties } of ageAlarms) {
      const queue = prod
        .of('AWS::SQS::Queue')
        .find((each) => each.stack === stack && each.id === idOf(Properties.Dimensions[0].Value))
      expect(Properties.Threshold, id).toBeGreaterThan(queue?.Properties.VisibilityTimeout + 600)
    }
  })
})

describe('schedules', () => {
  it('one alarm covers all schedules and fires when one that runs every minute has stopped', () => {
    const everyMinute = SERVICES.flatMap(({ access }) =>
      Object.values(access).filter(({ schedule }) => schedule?.every === 'minute'),
    ).length
    const { Threshold, TreatMissingData, Period } = alarmProperties(prod, 'SchedulesStopped')
    expect(Period).toBe(300)
    expect(Threshold).toBeLessThanOrEqual(everyMinute * 5)
    expect(Threshold).toBeGreaterThan((everyMinute - 1) * 5)
    expect(TreatMissingData).toBe('breaching')
  })
})

describe('mail', () => {
  it('the reputation at SES has alarms in stages that send mail', () => {
    expect(prod.of(ALARM).map(nameOf)).not.toContain('MailBounces')
    const synthWithMail = synthesize('prod', CONFIGURED_ENV)
    for (const name of ['MailBounces', 'MailComplaints'])
      expect(alarmProperties(synthWithMail, name).Namespace).toBe('AWS/SES')
  })
})
