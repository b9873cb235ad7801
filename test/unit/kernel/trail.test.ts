import { invokedFunction, queueFunction, scheduleFunction } from '@signet/kernel'
import { defineAccess } from '@signet/kernel/access'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { pathIds } from '../../../layers/kernel/src/http/path-ids.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import {
  causeAttributes,
  causeHeaders,
  causeOfMessage,
  currentCause,
  noteIds,
  onTrail,
  trail,
} from '../../../layers/kernel/src/trail.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CAUSE = { request_id: 'request-1', trace_id: TRACE }

describe('trail of some work', () => {
  it('ids are on every line of the work and its asynchronous calls, and on no concurrent line', async () => {
    const lines: Record<string, unknown>[] = []
    const log = createLog({ write: (line) => lines.push(JSON.parse(line)) })
    const nested = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      log.info('nested')
    }
    await Promise.all([
      onTrail({ tenant_id: 'a' }, async () => {
        noteIds({ job_id: '1' })
        await onTrail({ message_id: 'm' }, nested)
        await nested()
      }),
      onTrail({ tenant_id: 'b' }, nested),
    ])
    log.info('outside')
    const ids = lines.map(({ message, tenant_id, job_id, message_id }) => ({ message, tenant_id, job_id, message_id }))
    expect(ids).toEqual([
      { message: 'nested', tenant_id: 'a', job_id: '1', message_id: 'm' },
      { message: 'nested', tenant_id: 'b' },
      { message: 'nested', tenant_id: 'a', job_id: '1' },
      { message: 'outside' },
    ])
    noteIds({ job_id: 'lost' })
    expect(trail()).toEqual({})
  })

  it('values that look like a credential are hidden', () => {
    const lines: string[] = []
    const log = createLog({ write: (line) => lines.push(line) })
    onTrail({ job_id: 'gen_0123456789abcdefghijABCDEFGHIJ012345' }, () => log.info('m'))
    expect(lines[0]).toContain('"job_id":"[redacted]"')
  })
})

describe('cause of some work', () => {
  it('attributes of a message carry the cause', () => {
    const attributes = onTrail(CAUSE, () => causeAttributes())
    const received = Object.fromEntries(
      Object.entries(attributes ?? {}).map(([name, { StringValue }]) => [name, { stringValue: StringValue }]),
    )
    expect(causeOfMessage(received, {}, 'm')).toEqual(CAUSE)
    expect([causeAttributes(), currentCause(), causeHeaders()]).toEqual([undefined, undefined, {}])
  })

  it('a message that is an event has the cause of the event', () => {
    const event = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, requestid: 'request-1' }
    expect(causeOfMessage(undefined, event, 'm')).toEqual(CAUSE)
  })

  it('a message without a cause always gets the same new trace', () => {
    const first = causeOfMessage({}, null, 'm')
    const second = causeOfMessage(undefined, 'text', 'm')
    expect(first).toEqual(second)
    expect(first).toEqual({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })

  it('headers of outgoing requests contain the cause', () => {
    expect(onTrail(CAUSE, () => causeHeaders())).toEqual({
      traceparent: expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`)),
      'x-request-id': 'request-1',
    })
  })
})

describe('ids in a path', () => {
  it.each([
    ['/v2/jobs/{id}', { id: 'a-1' }, { job_id: 'a-1' }],
    ['/api/entries/{id}/notes/{noteId}', { id: '1', noteId: '2' }, { entry_id: '1', note_id: '2' }],
    ['/api/{org_id}/flags/{key}', { org_id: 'o', key: 'checkout' }, { org_id: 'o' }],
    ['/v2/jobs/{id}', { id: 'a b"' }, {}],
    ['/v2/jobs/{id}', { id: 'x'.repeat(81) }, {}],
  ])('the path %s gives its ids', (path, params, ids) => {
    expect(pathIds(path, params)).toEqual(ids)
  })
})

describe('log lines of a worker', () => {
  const size = { description: 'Works', memoryMb: 256, timeoutSeconds: 10 }
  const access = defineAccess({
    take: { ...size, queue: { name: 'things', batchSize: 10, maxConcurrency: 2 } },
    sweep: { ...size, schedule: { every: 'minute' } },
    invoked: { ...size },
  })
  const context = { awsRequestId: 'run-1', getRemainingTimeInMillis: () => 5_000 } as never
  const common = { name: 'things', variables: {} }
  let lines: Record<string, unknown>[] = []
  /** Lines other than spans (test/unit/kernel/span.test.ts). */
  const workLines = () => lines.filter(({ message }) => message !== 'span')
  beforeEach(() => {
    lines = []
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('lines contain run, cause, message and entity ids, also after a failure', async () => {
    const message = z.object({ thing: z.string() })
    const handler = queueFunction({
      ...common,
      access: access.take,
      message,
      ids: ({ thing }) => ({ thing_id: thing }),
      failed: 'a thing could not be taken',
      build:
        ({ log }) =>
        async ({ thing }) => {
          log.info('taken')
          if (thing === 'bad') throw new Error('no')
        },
    })
    const messageAttributes = { trace_id: { stringValue: TRACE }, request_id: { stringValue: 'request-1' } }
    const record = (messageId: string, thing: string) => ({
      messageId,
      messageAttributes,
      attributes: { ApproximateReceiveCount: '3' },
      body: JSON.stringify({ thing }),
    })
    await handler({ Records: [record('m-1', 'good'), record('m-2', 'bad')] } as unknown as SQSEvent, context)
    const shared = { ...CAUSE, requestId: 'run-1', function: 'things' }
    expect(workLines()).toEqual([
      expect.objectContaining({ ...shared, message: 'taken', message_id: 'm-1', thing_id: 'good' }),
      expect.objectContaining({ ...shared, message: 'taken', message_id: 'm-2', thing_id: 'bad' }),
      expect.objectContaining({ ...shared, level: 'error', message_id: 'm-2', thing_id: 'bad', tries: 3 }),
    ])
  })

  it("an invocation has its caller's cause; a scheduled run starts a new trace", async () => {
    const invoked = invokedFunction({
      ...common,
      access: access.invoked,
      input: z.object({ id: z.string() }),
      ids: ({ id }) => ({ thing_id: id }),
      build:
        ({ log }) =>
        async () =>
          log.info('invoked'),
    })
    const scheduled = scheduleFunction({
      ...common,
      access: access.sweep,
      build:
        ({ log }) =>
        async () =>
          log.info('swept'),
    })
    await invoked({ id: 'a', cause: CAUSE }, context)
    await scheduled({}, context)
    expect(workLines()).toEqual([
      expect.objectContaining({ ...CAUSE, requestId: 'run-1', thing_id: 'a' }),
      expect.objectContaining({ requestId: 'run-1', trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) }),
    ])
    expect(workLines()[1]).not.toHaveProperty('request_id')
  })
})
