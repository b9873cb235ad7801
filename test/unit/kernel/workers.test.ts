import { eventFunction, invokedFunction, queueFunction, scheduleFunction, stepFunction } from '@signet/kernel'
import { defineAccess } from '@signet/kernel/access'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'

const size = { description: 'Works', memoryMb: 256, timeoutSeconds: 10 }
const queue = { name: 'things', batchSize: 10, maxConcurrency: 2 }
const access = defineAccess({
  take: { ...size, queue },
  hear: { ...size, queue, subscribes: { types: ['org.signet.thing.made.v1', 'org.signet.thing.lost.v1'] } },
  ordered: {
    ...size,
    queue: { ...queue, inOrderOf: 'tenantid' },
    subscribes: { types: ['org.signet.thing.made.v1'] },
  },
  repeated: { ...size, subscribes: { types: ['org.signet.thing.due.v1'], repeats: true } },
  step: { ...size, step: 'things' },
  sweep: { ...size, schedule: { every: 'minute' } },
  invoked: { ...size },
})

const context = (ms = 5_000) => ({ awsRequestId: 'run-1', getRemainingTimeInMillis: () => ms }) as never
const batch = (...bodies: unknown[]): SQSEvent =>
  ({
    Records: bodies.map((body, i) => ({
      messageId: String(i),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })),
  }) as SQSEvent

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = []
  const write = (text: string) =>
    lines.push(
      ...text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        // Each run ends with its span: test/unit/kernel/span.test.ts.
        .filter(({ message }) => message !== 'span'),
    ) >= 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => write(String(text)))
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('queue consumer', () => {
  const Message = z.object({ id: z.string() })

  it('each message is processed separately, and only failed messages are returned, with one log line each', async () => {
    const handled: string[] = []
    const handler = queueFunction({
      name: 'things-take',
      access: access.take,
      variables: {},
      message: Message,
      failed: 'a thing could not be taken',
      build:
        () =>
        async ({ id }) => {
          if (id === 'bad') throw new Error('the table is unavailable')
          handled.push(id)
        },
    })
    const answer = await handler(batch({ id: 'a' }, { id: 'bad' }, { other: 1 }, 'no JSON', { id: 'b' }), context())
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }, { itemIdentifier: '3' }],
    })
    expect(handled).toEqual(['a', 'b'])
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({ level: 'error', message: 'a thing could not be taken', function: 'things-take' })
    expect(lines.map(({ message_id }) => message_id)).toEqual(expect.arrayContaining(['1', '2', '3']))
  })

  it.each([
    ['messages of a batch run concurrently', undefined, ['a begins', 'b begins', 'a ends', 'b ends']],
    ['messages run one after the other if configured', true, ['a begins', 'a ends', 'b begins', 'b ends']],
  ] as const)('%s', async (_what, oneByOne, order) => {
    const steps: string[] = []
    const handler = queueFunction({
      name: 'things-take',
      access: access.take,
      variables: {},
      message: Message,
      failed: 'no',
      oneByOne,
      build:
        () =>
        async ({ id }) => {
          steps.push(`${id} begins`)
          await Promise.resolve()
          steps.push(`${id} ends`)
        },
    })
    expect(await handler(batch({ id: 'a' }, { id: 'b' }), context())).toEqual({ batchItemFailures: [] })
    expect(steps).toEqual(order)
  })

  it('a message handler knows the remaining time of its function', async () => {
    const remaining: number[] = []
    const handler = queueFunction({
      name: 'things-take',
      access: access.take,
      variables: {},
      message: Message,
      failed: 'no',
      build: () => async (_message, remainingMs) => remaining.push(remainingMs()),
    })
    await handler(batch({ id: 'a' }), context(1_234))
    expect(remaining).toEqual([1_234])
  })
})

describe('function whose queue preserves the order of groups', () => {
  const event = (subject: string) => ({
    type: 'org.signet.thing.made.v1',
    subject,
    source: '/contracts/thing',
    data: {},
  })
  const grouped = (...messages: readonly (readonly [group: string, subject: string])[]): SQSEvent =>
    ({
      Records: messages.map(([MessageGroupId, subject]) => ({
        messageId: subject,
        body: JSON.stringify(event(subject)),
        attributes: { MessageGroupId },
      })),
    }) as unknown as SQSEvent

  it('groups are processed concurrently and in order, and a failed message returns the later ones of its group', async () => {
    const steps: string[] = []
    const handler = eventFunction({
      name: 'things-ordered',
      access: access.ordered,
      variables: {},
      failed: 'the event of a thing could not be processed',
      build: () => ({
        'org.signet.thing.made.v1': async ({ subject }) => {
          steps.push(`${subject} begins`)
          await Promise.resolve()
          if (subject === 'a2') throw new Error('the signer is away')
          steps.push(`${subject} ends`)
        },
      }),
    })
    const messages = grouped(['a', 'a1'], ['b', 'b1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b2'], ['a', 'a4'])
    expect(await handler(messages, context())).toEqual({
      batchItemFailures: ['a2', 'a3', 'a4'].map((itemIdentifier) => ({ itemIdentifier })),
    })
    expect(steps.filter((entry) => entry.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins'])
    expect(steps.filter((entry) => entry.startsWith('b'))).toEqual(['b1 begins', 'b1 ends', 'b2 begins', 'b2 ends'])
    expect(steps.slice(0, 2)).toEqual(['a1 begins', 'b1 begins'])
    // The rest of the group has not failed: one line reports the failure.
    expect(lines).toHaveLength(1)
  })
})

describe('event function', () => {
  it('each event is handled by type; an event of another type stays in the queue', async () => {
    const handled: string[] = []
    const handleEvent = async ({ type, subject, data }: { type: string; subject: string; data: object }) => {
      handled.push(`${type} ${subject} ${JSON.stringify(data)}`)
    }
    const handler = eventFunction({
      name: 'things-hear',
      access: access.hear,
      variables: {},
      failed: 'the event of a thing could not be processed',
      build: () => ({ 'org.signet.thing.made.v1': handleEvent, 'org.signet.thing.lost.v1': handleEvent }),
    })
    const event = (type: string) => ({ specversion: '1.0', id: 'e', type, subject: 's', data: { n: 1 } })
    const events = batch(event('org.signet.thing.lost.v1'), event('org.signet.other.v1'), event('toString'), {})
    expect(await handler(events, context())).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }, { itemIdentifier: '2' }, { itemIdentifier: '3' }],
    })
    expect(handled).toEqual(['org.signet.thing.lost.v1 s {"n":1}'])
    expect(lines.map(({ error }) => JSON.stringify(error))).toEqual(
      expect.arrayContaining([expect.stringContaining('No handler for events of type org.signet.other.v1')]),
    )
  })

  it('a direct event fails the invocation, so that Lambda retries it', async () => {
    const handled: unknown[] = []
    const handler = eventFunction({
      name: 'things-hear-repeated',
      access: access.repeated,
      variables: {},
      failed: 'the event of a thing could not be processed',
      build: () => ({
        'org.signet.thing.due.v1': async ({ data }) => {
          if (data.n === 2) throw new Error('the table is unavailable')
          handled.push(data)
        },
      }),
    })
    const event = (n: number) => ({
      specversion: '1.0',
      id: `e${n}`,
      type: 'org.signet.thing.due.v1',
      subject: 's',
      data: { n },
    })
    await handler(event(1), context())
    expect(handled).toEqual([{ n: 1 }])
    await expect(handler(event(2), context())).rejects.toThrow('the event of a thing could not be processed: event e2')
    expect(lines).toMatchObject([{ message: 'the event of a thing could not be processed', message_id: 'e2' }])
  })

  it('a missing handler for a type of its access does not compile', () => {
    const declared = () =>
      eventFunction({
        name: 'things-hear',
        access: access.hear,
        variables: {},
        failed: 'no',
        // @ts-expect-error: org.signet.thing.lost.v1 is missing
        build: () => ({ 'org.signet.thing.made.v1': async () => undefined }),
      })
    expect(declared).toBeTypeOf('function')
  })
})

describe('step of the state machine', () => {
  const Input = z.object({ id: z.string() })
  const stepOf = <R>(run: (input: z.output<typeof Input>, signal: AbortSignal) => Promise<R>) =>
    stepFunction({ name: 'things-step', access: access.step, variables: {}, input: Input, build: () => run })

  it('a step gets its parsed input, and a signal that fires two seconds before Lambda ends it', async () => {
    const step = stepOf(async ({ id }, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return { id, aborted: signal.aborted }
    })
    const started = performance.now()
    expect(await step({ id: 'a', extra: 1 }, context(2_050))).toEqual({ id: 'a', aborted: true })
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  it('a step without time left gets an aborted signal instead of an error', async () => {
    const step = stepOf(async (_input, signal) => {
      await new Promise((resolve) => (signal.aborted ? resolve(0) : signal.addEventListener('abort', resolve)))
      return signal.aborted
    })
    expect(await step({ id: 'a' }, context(100))).toBe(true)
  })

  it('a step refuses input of another shape, and rethrows errors with their names', async () => {
    const step = stepOf(async () => {
      throw Object.assign(new Error('no'), { name: 'ImageRefused' })
    })
    await expect(step({}, context(5_000))).rejects.toThrow(z.ZodError)
    await expect(step({ id: 'a' }, context(5_000))).rejects.toMatchObject({ name: 'ImageRefused' })
  })
})

describe('function that callers invoke', () => {
  it('a function gets its parsed event and returns a value', async () => {
    const Input = z.object({ n: z.int() })
    const handler = invokedFunction({
      name: 'things-invoked',
      access: access.invoked,
      variables: {},
      input: Input,
      build:
        () =>
        async ({ n }) =>
          n + 1,
    })
    expect(await handler({ n: 1, extra: true }, context())).toBe(2)
    await expect(handler({ n: 'one' }, context())).rejects.toThrow(z.ZodError)
  })

  it('the cause is removed before a strict schema parses the event', async () => {
    const handler = invokedFunction({
      name: 'things-invoked',
      access: access.invoked,
      variables: {},
      input: z.strictObject({ n: z.number() }),
      build: () => async (input) => input,
    })
    const cause = { request_id: 'r', trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8) }
    expect(await handler({ n: 1, cause }, context())).toEqual({ n: 1 })
    await expect(handler({ n: 1, other: 1 }, context())).rejects.toThrow(z.ZodError)
  })
})

describe('function on a schedule', () => {
  it('a function is initialized once and runs for each event', async () => {
    const build = vi.fn(() => async () => 'done')
    const handler = scheduleFunction({ name: 'things-sweep', access: access.sweep, variables: {}, build })
    expect([await handler({}, context()), await handler({}, context())]).toEqual(['done', 'done'])
    expect(build).toHaveBeenCalledOnce()
  })
})
