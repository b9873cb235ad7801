import {
  ListRulesCommand,
  PutEventsCommand,
  type PutEventsRequestEntry,
  TestEventPatternCommand,
} from '@aws-sdk/client-eventbridge'
import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, it } from 'vitest'
import { type EventRuleSpec, type EventTargetSpec, FunctionError } from '../../../lib/local/aws/ports.ts'
import { openWorld, queueSpec, removeDir, until, type World } from './world.ts'

const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:000000000000:${rest}`
const FUNCTION = arn('lambda', 'function:listener')
const QUEUE = arn('sqs', 'heard')

const target = (changes: Partial<EventTargetSpec> = {}): EventTargetSpec => ({
  id: 'Target0',
  arn: QUEUE,
  input: {},
  maxRetries: 185,
  maxAgeSeconds: 86_400,
  invocation: { retries: 2, maxAgeSeconds: 21_600 },
  ...changes,
})
const rule = (targets: readonly EventTargetSpec[], pattern: unknown = { source: ['signet'] }): EventRuleSpec => ({
  name: 'Rule',
  arn: arn('events', 'rule/signet/Rule'),
  bus: 'signet',
  pattern,
  targets,
})
const entry = (changes: Partial<PutEventsRequestEntry> = {}): PutEventsRequestEntry => ({
  EventBusName: 'signet',
  Source: 'signet',
  DetailType: 'done',
  Detail: '{"id":"job-1","words":"a \\"b\\""}',
  ...changes,
})

let world: World
let calls: unknown[]
/** The function's behavior for its nth event. */
let listener: (nth: number) => void
const openWithRules = async (rules: readonly EventRuleSpec[], dir?: string) => {
  calls = []
  listener = () => {}
  world = await openWorld(dir, async (calledArn, payload) => {
    if (calledArn !== FUNCTION) throw new FunctionError('ResourceNotFoundException', `Function not found: ${calledArn}`)
    listener(calls.push(payload))
    return null
  })
  for (const name of ['heard', 'dead']) await world.aws.declareQueue(queueSpec(name))
  await world.aws.declareStateMachine({
    name: 'machine',
    arn: arn('states', 'stateMachine:machine'),
    definition: { StartAt: 'End', States: { End: { Type: 'Pass', End: true } } },
  })
  await world.aws.declareEventBus({ name: 'signet', arn: arn('events', 'event-bus/signet') })
  for (const each of rules) await world.aws.declareEventRule(each)
  await world.aws.start()
}
afterEach(async () => {
  await world.close()
  removeDir(world.dir)
})

const put = (...entries: PutEventsRequestEntry[]) => world.bus.send(new PutEventsCommand({ Entries: entries }))
const receiveFrom = async (queue: string) => {
  const QueueUrl = `${world.aws.endpoint}/000000000000/${queue}`
  const request = { QueueUrl, WaitTimeSeconds: 5, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }
  const { Messages = [] } = await world.sqs.send(new ReceiveMessageCommand(request))
  return Messages.map(({ Body = '', MessageAttributes = {} }) => ({
    body: JSON.parse(Body),
    attributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]),
    ),
  }))
}

describe('PutEvents', () => {
  it('a matching event reaches a queue, a function and a machine in EventBridge’s shape', async () => {
    const targets = [QUEUE, FUNCTION, arn('states', 'stateMachine:machine')]
    await openWithRules([rule(targets.map((each, i) => target({ id: `T${i}`, arn: each })))])
    const Time = new Date('2026-11-22T10:00:00Z')
    const { Entries = [], FailedEntryCount } = await put(
      entry({ Time, Resources: ['job-1'] }),
      entry({ Source: 'other' }),
    )
    expect(FailedEntryCount).toBe(0)
    const event = {
      version: '0',
      id: Entries[0]?.EventId,
      'detail-type': 'done',
      source: 'signet',
      account: '000000000000',
      time: '2026-11-22T10:00:00Z',
      region: 'us-east-1',
      resources: ['job-1'],
      detail: { id: 'job-1', words: 'a "b"' },
    }
    expect(await receiveFrom('heard')).toEqual([{ body: event, attributes: {} }])
    await until(() => calls.length === 1)
    expect(calls).toEqual([event])
    const stateMachineArn = arn('states', 'stateMachine:machine')
    const { executions } = await until(async () => {
      const listed = await world.sfn.send(new ListExecutionsCommand({ stateMachineArn }))
      return listed.executions?.length ? listed : undefined
    })
    expect(executions).toHaveLength(1)
    expect(world.aws.events().map(({ bus, event: { source } }) => [bus, source])).toEqual([
      ['signet', 'signet'],
      ['signet', 'other'],
    ])
  })

  it('each entry is accepted or rejected separately, with its error in its position', async () => {
    await openWithRules([rule([target()])])
    const { Entries, FailedEntryCount } = await put(
      entry({ Detail: 'no json' }),
      entry({ Detail: '[1]' }),
      entry({ Source: 'aws.s3' }),
      entry({ DetailType: undefined }),
      entry({ EventBusName: 'elsewhere' }),
      entry({ EventBusName: arn('events', 'event-bus/signet') }),
    )
    expect(FailedEntryCount).toBe(5)
    expect(Entries?.map(({ ErrorCode, EventId }) => ErrorCode ?? typeof EventId)).toEqual([
      'MalformedDetail',
      'MalformedDetail',
      'NotAuthorizedForSourceException',
      'InvalidArgument',
      'ResourceNotFoundException',
      'string',
    ])
    expect(await receiveFrom('heard')).toHaveLength(1)
  })

  it('zero entries, more than ten, and a megabyte or more are rejected', async () => {
    await openWithRules([])
    const putMany = (count: number, Detail = '{}') => put(...Array.from({ length: count }, () => entry({ Detail })))
    await expect(putMany(11)).rejects.toMatchObject({ name: 'ValidationException' })
    await expect(putMany(0)).rejects.toMatchObject({ name: 'ValidationException' })
    // Source and detail type count as well: ten bytes per entry.
    const detail = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) })
    await expect(putMany(2, detail(524_288 - 10))).rejects.toThrow(/Total size/)
    expect((await putMany(2, detail(524_288 - 11))).FailedEntryCount).toBe(0)
  })

  it('a planned outage fails the call or single entries', async () => {
    await openWithRules([rule([target()])])
    world.aws.outages.plan({
      service: 'events',
      operation: 'PutEvents',
      times: 1,
      status: 400,
      type: 'AccessDeniedException',
      body: {},
    })
    await expect(put(entry())).rejects.toMatchObject({ name: 'AccessDeniedException' })
    world.aws.outages.plan({
      service: 'events',
      operation: 'PutEventsEntry',
      times: 1,
      status: 500,
      type: 'InternalFailure',
      body: {},
    })
    const { Entries = [] } = await put(entry(), entry())
    expect(Entries.map(({ ErrorCode }) => ErrorCode)).toEqual(['InternalFailure', undefined])
    expect(world.aws.events()).toHaveLength(1)
  })

  it('patterns can be tested and rules listed', async () => {
    await openWithRules([rule([target()])])
    const testPattern = (EventPattern: string) =>
      world.bus.send(new TestEventPatternCommand({ EventPattern, Event: '{"source":"signet"}' }))
    expect((await testPattern('{"source":["signet"]}')).Result).toBe(true)
    expect((await testPattern('{"source":["other"]}')).Result).toBe(false)
    await expect(testPattern('{"source":"other"}')).rejects.toMatchObject({ name: 'InvalidEventPatternException' })
    const { Rules = [] } = await world.bus.send(new ListRulesCommand({ EventBusName: 'signet' }))
    expect(Rules.map(({ Name, EventPattern }) => [Name, EventPattern])).toEqual([['Rule', '{"source":["signet"]}']])
  })
})

describe('the input of a target', () => {
  const inputs: readonly (readonly [string, EventTargetSpec['input'], unknown])[] = [
    ['a constant', { constant: '{"a":1}' }, { a: 1 }],
    ['a part', { path: '$.detail.id' }, 'job-1'],
    ['an absent part', { path: '$.detail.gone' }, null],
    [
      'a template of values',
      {
        transformer: {
          paths: { id: '$.detail.id', first: '$.resources[0]', d: '$.detail' },
          template: '{"i":<id>,"f":<first>,"d":<d>}',
        },
      },
      { i: 'job-1', f: 'r1', d: { id: 'job-1', words: 'a "b"' } },
    ],
    [
      'a template of text',
      {
        transformer: {
          paths: { id: '$.detail.id', w: '$.detail.words' },
          template: '"<id> says <w>, <unknown> by <aws.events.rule-name>"',
        },
      },
      'job-1 says a "b", <unknown> by Rule',
    ],
    ['an absent value', { transformer: { paths: { x: '$.gone' }, template: '{"x":<x>,"y":"<x>"}' } }, { x: '', y: '' }],
  ]
  it.each(inputs)('the target receives %s', async (_what, input, expected) => {
    await openWithRules([rule([target({ input })])])
    await put(entry({ Resources: ['r1'] }))
    expect(await receiveFrom('heard')).toEqual([{ body: expected, attributes: {} }])
  })
})

describe('an event that cannot be delivered', () => {
  const DEAD = arn('sqs', 'dead')
  const planUnreachable = (times: number, type = 'ThrottlingException') =>
    world.aws.outages.plan({ service: 'events', operation: 'InvokeTarget', times, status: 400, type, body: {} })

  it('delivery is retried with growing pauses until the target is reachable', async () => {
    await openWithRules([rule([target({ deadLetterArn: DEAD })])])
    planUnreachable(3)
    await put(entry())
    await until(() => world.log.length === 1)
    await world.aws.clock.advance(7_000)
    expect(await receiveFrom('heard')).toHaveLength(1)
    expect(world.log.filter((line) => line.includes('ThrottlingException'))).toHaveLength(3)
  })

  it('an event moves to the dead-letter queue with its error after the last retry', async () => {
    await openWithRules([rule([target({ deadLetterArn: DEAD, maxRetries: 2 })])])
    planUnreachable(9)
    await put(entry())
    await until(() => world.log.length === 1)
    await world.aws.clock.advance(10_000)
    const [deadLetter] = await receiveFrom('dead')
    expect(deadLetter?.body).toMatchObject({ source: 'signet', detail: { id: 'job-1' } })
    expect(deadLetter?.attributes).toEqual({
      RULE_ARN: arn('events', 'rule/signet/Rule'),
      TARGET_ARN: QUEUE,
      ERROR_CODE: 'ThrottlingException',
      ERROR_MESSAGE: 'planned',
      RETRY_ATTEMPTS: '2',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    })
  })

  it('an event moves to the dead-letter queue immediately if its target does not exist', async () => {
    await openWithRules([rule([target({ arn: arn('lambda', 'function:gone'), deadLetterArn: DEAD })])])
    await put(entry())
    expect((await receiveFrom('dead'))[0]?.attributes).toMatchObject({ ERROR_CODE: 'ResourceNotFoundException' })
  })

  it('Lambda retries a failed function after one and two minutes, and then sends a record to its failure destination', async () => {
    const invocation = { retries: 2, maxAgeSeconds: 21_600, onFailure: { kind: 'destination', arn: DEAD } } as const
    await openWithRules([rule([target({ arn: FUNCTION, invocation, deadLetterArn: QUEUE })])])
    listener = () => {
      throw new FunctionError('TypeError', 'cannot hear')
    }
    await put(entry())
    await until(() => calls.length === 1)
    await world.aws.clock.advance(61_000)
    await until(() => calls.length === 2)
    await world.aws.clock.advance(121_000)
    await until(() => calls.length === 3)
    const [record] = await receiveFrom('dead')
    expect(record?.body).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
      requestPayload: { detail: { id: 'job-1' } },
      responsePayload: { errorType: 'TypeError', errorMessage: 'cannot hear' },
    })
    await world.aws.clock.advance(600_000)
    expect(calls).toHaveLength(3)
  })

  it('the next run delivers an event that this run did not', async () => {
    const rules = [rule([target({ arn: FUNCTION })])]
    await openWithRules(rules)
    listener = () => {
      throw new FunctionError('Error', 'not yet')
    }
    await put(entry())
    await until(() => calls.length === 1)
    await world.close()
    await openWithRules(rules, world.dir)
    await world.aws.clock.advance(61_000)
    await until(() => calls.length === 1)
    expect(world.aws.events()).toHaveLength(1)
  })
})
