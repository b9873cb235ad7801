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
