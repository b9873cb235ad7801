import { beforeAll, describe, expect, it } from 'vitest'
import { eventMatcher } from '../../lib/local/aws/events/event-pattern.ts'
import { idOf, type Resource, type Synth, synthesize } from './synth.ts'

let synth: Synth
let rule: Resource
beforeAll(() => {
  synth = synthesize('prod')
  const rules = synth
    .of('AWS::Events::Rule')
    .filter(
      ({ stack, Properties }) =>
        stack === 'signet-prod-imagegen' && JSON.stringify(Properties.EventPattern ?? '').includes('org.signet.job.'),
    )
  expect(rules).toHaveLength(1)
  rule = rules[0]!
})

const event = (type: string, data: object) => ({ 'detail-type': type, source: '/contracts/job', detail: { data } })

describe('the rule of the webhooks', () => {
  it('matches every end of a job that asked for one, and nothing else', () => {
    const matches = eventMatcher(rule.Properties.EventPattern)
    for (const state of ['completed', 'failed', 'failed_encoding'])
      expect(matches(event(`org.signet.job.${state}.v1`, { has_webhook: true })), state).toBe(true)
    expect(matches(event('org.signet.job.completed.v1', { has_webhook: false }))).toBe(false)
    expect(matches(event('org.signet.job.completed.v2', { has_webhook: true }))).toBe(false)
    for (const type of ['job.deleted', 'tenant.created', 'flag.updated', 'canary.started'])
      expect(matches(event(`org.signet.${type}.v1`, { has_webhook: true })), type).toBe(false)
  })

  it('listens to the bus of the stage, and sends whole events, in groups of tenants, with dead letters', () => {
    expect(JSON.stringify(rule.Properties.EventBusName)).toContain('EventBusName')
    const [target, ...more] = rule.Properties.Targets
    expect(more).toEqual([])
    expect(target).toMatchObject({
      InputPath: '$.detail',
      SqsParameters: { MessageGroupId: '$.detail.tenantid' },
      RetryPolicy: { MaximumEventAgeInSeconds: 86_400 },
    })
    const queue = synth.resources.find(({ stack, id }) => stack === rule.stack && id === idOf(target.Arn))
    expect(idOf(target.DeadLetterConfig.Arn)).toBe(idOf(queue?.Properties.RedrivePolicy.deadLetterTargetArn))
  })

  it('is the only one that may send to the queue and to its dead letters from the bus', () => {
    const [target] = rule.Properties.Targets
    for (const arn of [target.Arn, target.DeadLetterConfig.Arn]) {
      const policies = synth
        .of('AWS::SQS::QueuePolicy')
        .filter(
          ({ stack, Properties }) =>
            stack === rule.stack && Properties.Queues.some((of: unknown) => idOf(of) === idOf(arn)),
        )
      const statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      const allowed = statements.filter(({ Effect }) => Effect === 'Allow')
      expect(allowed).toHaveLength(1)
      expect(allowed[0]).toMatchObject({ Principal: { Service: 'events.amazonaws.com' }, Resource: arn })
      expect(JSON.stringify(allowed[0].Condition)).toContain(rule.id)
    }
  })
})

describe('events that are repeated until they are answered', () => {
  const ofDepartures = () =>
    synth
      .of('AWS::Events::Rule')
      .filter(({ Properties }) => JSON.stringify(Properties.EventPattern ?? '').includes('org.signet.departure.due.v1'))

  it('go to the functions by themselves, without a queue that is asked for messages all month', () => {
    expect(ofDepartures().length).toBeGreaterThan(5)
    for (const { id, stack, Properties } of ofDepartures()) {
      const [target, ...more] = Properties.Targets
      expect(more, id).toEqual([])
      expect(target.InputPath, id).toBe('$.detail')
      const fn = synth.resources.find((each) => each.stack === stack && each.id === idOf(target.Arn))
      expect(fn?.Type, id).toBe('AWS::Lambda::Function')
    }
  })

  it('may invoke those functions, from that rule alone', () => {
    const permissions = synth
      .of('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === 'events.amazonaws.com')
    expect(permissions.map(({ stack, Properties }) => `${stack}/${idOf(Properties.SourceArn)}`).sort()).toEqual(
      ofDepartures()
        .map(({ stack, id }) => `${stack}/${id}`)
        .sort(),
    )
  })
})
