import { causeAttributes, causeHeaders, currentCause, invokedFunction, noteIds, queueFunction } from '@signet/kernel'
import { defineAccess } from '@signet/kernel/access'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { parentOf, traceIdOf } from '../../../layers/kernel/src/trace.ts'
import { service } from './sample-service.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const access = defineAccess({
  take: {
    description: 'Takes things',
    memoryMb: 256,
    timeoutSeconds: 20,
    queue: { name: 'things', batchSize: 10, maxConcurrency: 2 },
  },
  invoked: { description: 'Is invoked', memoryMb: 256, timeoutSeconds: 20 },
})
const context = { awsRequestId: 'run-1', getRemainingTimeInMillis: () => 5_000 } as never

interface Line {
  readonly message: string
  readonly span_id: string
  readonly operation?: string
  readonly span?: {
    readonly parent?: string
    readonly kind: string
    readonly ms: number
    readonly status: string
    readonly reason?: string
  }
}

let lines: Line[] = []
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const record = (messageId: string, body: object, attributes: Record<string, string> = {}) => ({
  messageId,
  attributes: { ApproximateReceiveCount: '1' },
  messageAttributes: Object.fromEntries(
    Object.entries(attributes).map(([name, stringValue]) => [name, { stringValue }]),
  ),
  body: JSON.stringify(body),
})

describe('span of some work', () => {
  const handler = queueFunction({
    name: 'things-take',
    variables: {},
    access: access.take,
    message: z.object({ thing: z.string() }),
    operation: ({ thing }) => `take ${thing}`,
    failed: 'a thing could not be taken',
    build:
      ({ log }) =>
      async ({ thing }) => {
        log.info('taken', { sent: causeAttributes() })
        if (thing === 'bad') throw new TypeError('no such thing')
      },
  })

  it('each message gets one line, as a child of the span that sent it, in the trace of the message', async () => {
    const parent = { trace_id: TRACE, span_id: PARENT }
    const event = { Records: [record('m-1', { thing: 'good' }, parent), record('m-2', { thing: 'bad' }, parent)] }
    await handler(event as unknown as SQSEvent, context)
    const spans = lines.filter(({ message }) => message === 'span')
    expect(spans).toMatchObject([
      { trace_id: TRACE, operation: 'take good', span: { parent: PARENT, kind: 'consumer', status: 'ok' } },
      { trace_id: TRACE, operation: 'take bad', span: { status: 'error', reason: 'TypeError: no such thing' } },
    ])
    expect(new Set(spans.map(({ span_id }) => span_id)).size).toBe(2)
    expect(spans[0]?.span).not.toHaveProperty('reason')
    // The messages that the work sends name the span, as do its other lines.
    const [first] = lines as unknown as { span_id: string; sent: { span_id: { StringValue: string } } }[]
    expect([first?.span_id, first?.sent.span_id.StringValue]).toEqual([spans[0]?.span_id, spans[0]?.span_id])
  })

  it('the parent is the span that an event of the bus names', async () => {
    const event = { Records: [record('m-1', { thing: 'good', traceparent: `00-${TRACE}-${PARENT}-01` })] }
    await handler(event as unknown as SQSEvent, context)
    expect(lines.at(-1)).toMatchObject({ trace_id: TRACE, span: { parent: PARENT } })
  })

  it('a message that is not JSON ends its span as well', async () => {
    const event = { Records: [{ ...record('m-1', {}), body: '{' }] }
    expect(await handler(event as unknown as SQSEvent, context)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm-1' }],
    })
    expect(lines.at(-1)).toMatchObject({ message: 'span', span: { status: 'error' } })
  })

  it('the span contains ids that became known, and is the parent of the next invocation', async () => {
    let currentSpan: ReturnType<typeof currentCause>
    const invoked = invokedFunction({
      name: 'things-invoked',
      variables: {},
      access: access.invoked,
      input: z.object({ id: z.string() }),
      build: () => async () => {
        noteIds({ tenant_id: 'acme' })
        currentSpan = currentCause()
        const { traceparent } = causeHeaders()
        expect([traceIdOf({ traceparent: traceparent ?? '' }, ''), parentOf(traceparent)]).toEqual([
          TRACE,
          currentSpan?.span_id,
        ])
      },
    })
    await invoked({ id: 'a', cause: { trace_id: TRACE, span_id: PARENT } }, context)
    expect(lines).toMatchObject([{ tenant_id: 'acme', trace_id: TRACE, span: { parent: PARENT, kind: 'internal' } }])
    expect(currentSpan).toEqual({ trace_id: TRACE, span_id: lines[0]?.span_id })
    await invoked({ id: 'b', cause: currentSpan }, context)
    expect(lines[1]?.span?.parent).toBe(lines[0]?.span_id)
  })
})

describe('span of a request', () => {
  it("a request starts the trace, and the caller's span is only an attribute", async () => {
    const { send, lines: requestLines } = service()
    await send({ path: '/things/1', headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    const request = requestLines.find(({ message }) => message === 'request')
    expect(request).toMatchObject({ trace_id: TRACE, caller_span: PARENT, span: { kind: 'server', status: 'ok' } })
    expect(request?.span).not.toHaveProperty('parent')
    expect(request?.span_id).toMatch(/^[0-9a-f]{16}$/)
  })
})
