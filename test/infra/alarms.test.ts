import { beforeAll, describe, expect, it } from 'vitest'
import { RECEIVES } from '../../lib/operations/function-signals.ts'
import { SIGNALS } from '../../lib/operations/signals.ts'
import { SERVICES } from '../../lib/services.ts'
import {
  CONFIGURED,
  idOf,
  OTHERWISE_CONFIGURED,
  type Properties,
  type Resource,
  type Synth,
  synthesize,
} from './synth.ts'

let dev: Synth
let prod: Synth
beforeAll(() => {
  dev = synthesize('test')
  prod = synthesize('prod')
})

const ALARM = 'AWS::CloudWatch::Alarm'
const COMPOSITE = 'AWS::CloudWatch::CompositeAlarm'
const nameOf = ({ Properties }: Resource): string => String(Properties.AlarmName).replace('signet-prod-', '')
const named = (synth: Synth, name: string): Properties => {
  const found = synth.of(ALARM).find((alarm) => nameOf(alarm) === name)
  expect(found, name).toBeDefined()
  return found?.Properties ?? {}
}
/** Alarms beside the composite that wake somebody: beyond a ceiling callers are refused. */
const WAKING = /^NearlySpent$/
const PART = /^(Api|Jobs)(Fast|Slow)\d+$/

describe('alarms', () => {
  it('tell a topic when they go off and when they end: one wakes somebody, parts of it tell nobody, all others wait', () => {
    const composites = prod.of(COMPOSITE)
    expect(composites.map(({ Properties }) => Properties.AlarmName)).toEqual(['signet-prod-BudgetBurns'])
    for (const { Properties } of composites) {
      expect(JSON.stringify(Properties.AlarmActions)).toContain('PageTopic')
      expect(Properties.OKActions).toEqual(Properties.AlarmActions)
    }
    for (const alarm of prod.of(ALARM)) {
      const { AlarmActions, OKActions } = alarm.Properties
      if (PART.test(nameOf(alarm))) {
        expect(AlarmActions, alarm.id).toBeUndefined()
        continue
      }
      expect(JSON.stringify(AlarmActions), alarm.id).toContain(WAKING.test(nameOf(alarm)) ? 'PageTopic' : 'AlarmTopic')
      expect(OKActions, alarm.id).toEqual(AlarmActions)
    }
  })

  it('are not there in a disposable stage, nor the filters that make their metrics', () => {
    for (const type of [ALARM, COMPOSITE, 'AWS::Logs::MetricFilter', 'AWS::Scheduler::ScheduleGroup'])
      expect(dev.of(type), type).toEqual([])
  })

  it('may publish to the topics, of this account alone, though the topics have policies of their own', () => {
    const policies = prod.of('AWS::SNS::TopicPolicy')
    expect(policies).toHaveLength(3)
    for (const policy of policies) {
      const statements = policy.Properties.PolicyDocument.Statement as Properties[]
      for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com', 'events.amazonaws.com']) {
        const own = statements.find(({ Principal }) => Principal?.Service === service)
        expect(own, service).toMatchObject({ Effect: 'Allow', Action: 'sns:Publish' })
        expect(own?.Condition.StringEquals['aws:SourceAccount'], service).toBeDefined()
      }
      expect(statements.find(({ Effect }) => Effect === 'Deny')).toBeDefined()
    }
  })

  it('that wake somebody mail whoever is on call, or whom all alarms mail', () => {
    const endpoints = (variables: Record<string, string>) =>
      synthesize('prod', variables)
        .of('AWS::SNS::Subscription')
        .map(({ Properties }) => Properties.Endpoint)
    expect(endpoints(CONFIGURED)).toEqual(['ops@example.com', 'ops@example.com', 'ops@example.com'])
    expect(endpoints(OTHERWISE_CONFIGURED)).toEqual([
      'ops@example.com',
      'night@example.com',
      // The witness has a topic of its own.
      'night@example.com',
    ])
  })
})

describe('the alarm that wakes somebody', () => {
  it('looks at a long and a short time of each promise, fast and slow', () => {
    const shares = { Api: 0.001, Jobs: 0.005 }
    for (const [budget, share] of Object.entries(shares)) {
      for (const [speed, factor, times] of [
        ['Fast', 14.4, [60, 5]],
        ['Slow', 6, [360, 30]],
      ] as const) {
        for (const minutes of times) {
          const alarm = named(prod, `${budget}${speed}${minutes}`)
          expect(alarm).toMatchObject({ Period: minutes * 60, Statistic: 'Average', TreatMissingData: 'notBreaching' })
          expect(alarm.Threshold).toBeCloseTo(share * factor, 6)
        }
      }
    }
  })

  it('rings when both times of a speed do', () => {
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

  it('are made from logs, in the namespace of the stage, and every one has an alarm', () => {
    const made = new Set(filters().map(({ MetricName }) => MetricName))
    expect([...made].sort()).toEqual([...Object.values(SIGNALS), 'LogForks'].sort())
    const watched = prod.of(ALARM).map(({ Properties }) => Properties.MetricName)
    for (const name of made) expect(watched, name).toContain(name)
    for (const { MetricNamespace } of filters()) expect(MetricNamespace).toBe('Signet/prod')
    for (const { pattern } of filters()) expect(pattern.length).toBeLessThanOrEqual(1024)
  })

  it('count failed runs of every function, but those that throw so that they are tried again', () => {
    const logs = filters().filter(({ MetricName }) => MetricName === SIGNALS.failedRuns)
    const quiet = prod
      .of('AWS::Lambda::Function')
      .filter(
        ({ stack, Properties }) =>
          !logs.some((log) => log.stack === stack && log.log === idOf(Properties.LoggingConfig.LogGroup)),
      )
    expect(quiet.map(({ Metadata }) => Metadata?.['signet:bundle'])).toEqual(['images-paint', 'images-paint'])
  })

  it('count answers of every API: those with a gateway by its access log, the others by their function', () => {
    const stacks = filters().flatMap(({ stack, MetricName, MetricValue }) =>
      MetricName === SIGNALS.serverFaults && MetricValue === '0' ? [stack] : [],
    )
    const gateways = prod.of('AWS::ApiGateway::RestApi').map(({ stack }) => stack)
    expect(stacks.sort()).toEqual(
      [...gateways, 'signet-prod-agent-gateway', 'signet-prod-image-mcp', 'signet-prod-witness'].sort(),
    )
  })

  it('count messages that failed for the last time, of every consumer, by how often its queue gives them out', () => {
    const logs = filters().filter(({ MetricName }) => MetricName === SIGNALS.givenUp)
    expect(logs).toHaveLength(prod.of('AWS::Lambda::EventSourceMapping').length)
    for (const { pattern } of logs) expect(pattern).toContain(`$.tries >= ${RECEIVES}`)
    const redriven = prod
      .of('AWS::SQS::Queue')
      .flatMap(({ Properties }) => Properties.RedrivePolicy?.maxReceiveCount ?? [])
    expect(new Set(redriven)).toEqual(new Set([RECEIVES]))
  })
})

describe('what people wait for', () => {
  it('rings after a message was tried twice, not when it failed once', () => {
    const waiting = prod.of(ALARM).filter(({ Properties }) => Properties.MetricName === 'ApproximateAgeOfOldestMessage')
    expect(waiting.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'ArchiveIngestQueueImportsWaiting',
      'JobsQueueJobsWaiting',
      'PriorityJobsPriorityJobsWaiting',
    ])
    for (const { id, stack, Properties } of waiting) {
      const queue = prod
        .of('AWS::SQS::Queue')
        .find((each) => each.stack === stack && each.id === idOf(Properties.Dimensions[0].Value))
      expect(Properties.Threshold, id).toBeGreaterThan(queue?.Properties.VisibilityTimeout + 600)
    }
  })
})

describe('schedules', () => {
  it('ring together when fewer have run than one of every minute fewer', () => {
    const everyMinute = SERVICES.flatMap(({ access }) =>
      Object.values(access).filter(({ schedule }) => schedule?.every === 'minute'),
    ).length
    const { Threshold, TreatMissingData, Period } = named(prod, 'SchedulesStopped')
    expect(Period).toBe(300)
    expect(Threshold).toBeLessThanOrEqual(everyMinute * 5)
    expect(Threshold).toBeGreaterThan((everyMinute - 1) * 5)
    expect(TreatMissingData).toBe('breaching')
  })
})

describe('mail', () => {
  it('has alarms on what SES thinks of us, where any is sent', () => {
    expect(prod.of(ALARM).map(nameOf)).not.toContain('MailBounces')
    const mailing = synthesize('prod', CONFIGURED)
    for (const name of ['MailBounces', 'MailComplaints']) expect(named(mailing, name).Namespace).toBe('AWS/SES')
  })
})
