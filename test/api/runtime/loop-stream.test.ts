import { randomUUID } from 'node:crypto'
import { mintPlatformCall } from '@signet/kernel'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { askRole, CONSULTATION_BODY } from './agents-world.ts'
import { endedLoop, startLoop, streamOf, THREE_QUESTIONS, tick } from './loops-world.ts'
import { runtimeKey } from './runtime-world.ts'

describe('the stream of an interview', () => {
  test('streamLoop 200 with all events, and with those after an event; 204 if all events were received; 400 event_unknown', async () => {
    const key = await runtimeKey()
    const ended = await endedLoop(key)
    const fullStream = await streamOf(key, ended.id)
    expect([fullStream.status, fullStream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(fullStream.text.startsWith('retry: 2000\n\n')).toBe(true)
    expect(fullStream.events.map(({ id }) => id)).toEqual(fullStream.events.map((_, at) => at + 1))
    expect(fullStream.events.at(-1)).toMatchObject({ type: 'done', data: { reading_hash: ended.reading_hash } })
    const remainder = await streamOf(key, ended.id, { after: 3 })
    expect(remainder.events).toEqual(fullStream.events.slice(3))
    const resumed = await streamOf(key, ended.id, { after: 0, lastEventId: '3' })
    expect(resumed.events).toEqual(fullStream.events.slice(3))
    expect((await streamOf(key, ended.id, { after: ended.last_event })).status).toBe(204)
    const unknown = await streamOf(key, ended.id, { after: ended.last_event + 1 })
    expect([unknown.status, unknown.body.code, unknown.body.newest]).toEqual([400, 'event_unknown', ended.last_event])
    expect((await streamOf(key, ended.id, { lastEventId: 'x' })).status).toBe(400)
  })

  test('streamLoop sends each event when it happens', async () => {
    const key = await runtimeKey()
    const { body: startedLoop } = await startLoop(key, { script: THREE_QUESTIONS })
    const streamed = streamOf(key, startedLoop.id)
    await tick(key, startedLoop.id, { answers: { public: true } })
    await tick(key, startedLoop.id, { tool: { name: 'finish' } })
    const { events } = await streamed
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
    const types = events.map(({ type }) => type)
    for (const type of ['loop.started', 'tick.started', 'answer', 'question', 'budget', 'state', 'done'])
      expect(types).toContain(type)
  })
})

test('runAgent, startLoop, streamLoop, generateScaffold, runHarness 401 for an unsigned sibling call', async () => {
  const claims = { audience: 'runtime', tenantId: 't', scopes: ['runtime:read', 'runtime:run'] }
  const forged = mintPlatformCall('another secret', claims, new Date())
  const answers = [
    await askRole(forged, CONSULTATION_BODY),
    await startLoop(forged),
    await streamOf(forged, randomUUID()),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  const scaffold = { key: forged, body: { intention: 'A webhook' }, as: 'generateScaffold' }
  expect((await call('POST', '/scaffold/codegen', scaffold)).status).toBe(401)
  const steps = [{ id: 'a', use: 'classify', with: { intention: 'A webhook' } }]
  const pipeline = { key: forged, body: { name: 'forged', steps }, as: 'runHarness' }
  expect((await call('POST', '/harness/run', pipeline)).status).toBe(401)
})
