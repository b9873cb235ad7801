import { defineService } from '@signet/contracts'
import { defineAccess } from '@signet/kernel/access'
import { beforeAll, describe, expect, it } from 'vitest'
import { DOMAIN_PARTS } from '../../lib/domains/parts.ts'
import { eventMatcher } from '../../lib/local/aws/events/event-pattern.ts'
import { SERVICES } from '../../lib/services.ts'
import { idOf, type Resource, type Synth, synthesize } from './synth.ts'

let synth: Synth
let rule: Resource
beforeAll(() => {
  synth = synthesize('prod')
  const rules = synth
    .of('AWS::Events::Rule')
    .filter(
      ({ stack, Properties }) =>
        stack === 'signet-prod-images' && JSON.stringify(Properties.EventPattern ?? '').includes('has_webhook'),
    )
  expect(rules).toHaveLength(1)
  rule = rules[0]!
})

const event = (type: string, data: object) => ({ 'detail-type': type, source: '/contracts/job', detail: { data } })

describe('the rule of the webhooks', () => {
  it('matches only the ends of jobs that requested a webhook', () => {
    const matches = eventMatcher(rule.Properties.EventPattern)
    for (const state of ['completed', 'failed', 'failed_encoding'])
      expect(matches(event(`org.signet.job.${state}.v1`, { has_webhook: true })), state).toBe(true)
    expect(matches(event('org.signet.job.completed.v1', { has_webhook: false }))).toBe(false)
    expect(matches(event('org.signet.job.completed.v2', { has_webhook: true }))).toBe(false)
    for (const type of ['job.deleted', 'tenant.created', 'flag.updated', 'canary.started'])
      expect(matches(event(`org.signet.${type}.v1`, { has_webhook: true })), type).toBe(false)
  })

  it('uses the bus of the stage, and sends whole events in groups of tenants, with dead letters', () => {
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

  it('no other rule may send events of the bus to the queue and its dead-letter queue', () => {
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

describe('events that are retried until they succeed', () => {
  const erasureRules = () =>
    synth
      .of('AWS::Events::Rule')
      .filter(({ Properties }) =>
        JSON.stringify(Properties.EventPattern ?? '').includes('org.signet.account-erasure.due.v1'),
      )

  it('invoke the functions directly, without a queue', () => {
    expect(erasureRules().length).toBeGreaterThan(5)
    for (const { id, stack, Properties } of erasureRules()) {
      const [target, ...more] = Properties.Targets
      expect(more, id).toEqual([])
      expect(target.InputPath, id).toBe('$.detail')
      const fn = synth.resources.find((each) => each.stack === stack && each.id === idOf(target.Arn))
      expect(fn?.Type, id).toBe('AWS::Lambda::Function')
    }
  })

  it('have rules that alone may invoke those functions', () => {
    const permissions = synth
      .of('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === 'events.amazonaws.com')
    expect(permissions.map(({ stack, Properties }) => `${stack}/${idOf(Properties.SourceArn)}`).sort()).toEqual(
      erasureRules()
        .map(({ stack, id }) => `${stack}/${id}`)
        .sort(),
    )
  })
})

describe('a FIFO queue', () => {
  const service = defineService({
    name: 'diary',
    title: 'Diary',
    description: 'Events in order.',
    tags: {},
    scopes: {},
    erasure: { none: 'it stores nothing' },
    contracts: [],
    rows: [],
  })
  const access = defineAccess({
    note: {
      description: 'Records an event',
      memoryMb: 256,
      timeoutSeconds: 30,
      queue: { name: 'diary', batchSize: 1, maxConcurrency: 2, inOrderOf: 'data.org_id' },
      subscribes: { types: ['org.signet.job.completed.v1'] },
    },
  })
  let ordered: Synth
  beforeAll(() => {
    ordered = synthesize('prod', {}, { services: [...SERVICES, { service, access }], parts: DOMAIN_PARTS })
  })

  const diaryResources = (type: string) => ordered.of(type).filter(({ stack }) => stack === 'signet-prod-diary')

  it('has a FIFO dead-letter queue, and groups events by the field in the access of its function', () => {
    const queues = diaryResources('AWS::SQS::Queue')
    const [rule] = diaryResources('AWS::Events::Rule')
    const [target] = rule?.Properties.Targets ?? []
    const find = (arn: unknown) => queues.find(({ id }) => id === idOf(arn))
    const queue = find(target.Arn)
    expect(queue?.Properties).toMatchObject({
      FifoQueue: true,
      // EventBridge sends no deduplication id.
      ContentBasedDeduplication: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    })
    expect(find(queue?.Properties.RedrivePolicy.deadLetterTargetArn)?.Properties.FifoQueue).toBe(true)
    expect(target.SqsParameters).toEqual({ MessageGroupId: '$.detail.data.org_id' })
    // "SQS FIFO is not supported by Dead Letter Queues" (PutTargets of EventBridge).
    const undelivered = find(target.DeadLetterConfig.Arn)
    expect(undelivered?.Type).toBe('AWS::SQS::Queue')
    expect(undelivered?.Properties.FifoQueue).toBeUndefined()
  })
})
