import { randomUUID } from 'node:crypto'
import { call } from '../../support/api.ts'
import type { OwnedThings } from '../../support/owned.ts'
import { now, rootOf } from './observe-world.ts'
import { availability, errorsRule, newRule, newSlo } from './rules-world.ts'

const WORKER = `a worker that is not yours ${randomUUID()}`

const sendTrace = async (key: string): Promise<void> => {
  const body = { service: WORKER, spans: [rootOf('trace-of-mine', await now())] }
  await call('POST', '/api/observe/ingest', { key, body, as: 'ingestTelemetry' })
}

export const owned: OwnedThings = {
  paths: {
    '/api/observe/rules/{id}': async ({ key }) => ({ id: (await newRule(key, errorsRule(WORKER))).body.id }),
    '/api/observe/slos/{id}': async ({ key }) => ({ id: (await newSlo(key, availability(WORKER))).body.id }),
    '/api/observe/traces/{id}': async ({ key }) => {
      await sendTrace(key)
      return { id: 'trace-of-mine' }
    },
    // The test stack stores few internal spans, and none of a successful request.
    '/api/observe/internal/traces/{id}': async ({ key }) => {
      await sendTrace(key)
      return { id: 'ab'.repeat(16) }
    },
    '/api/observe/workers/{worker}': async ({ key }) => {
      await sendTrace(key)
      return { worker: WORKER }
    },
  },
  absent: {
    '/api/observe/rules/{id}': { id: '0123456789abcdef' },
    '/api/observe/slos/{id}': { id: '0123456789abcdef' },
    '/api/observe/traces/{id}': { id: 'no-such-trace' },
    '/api/observe/internal/traces/{id}': { id: 'cd'.repeat(16) },
    '/api/observe/workers/{worker}': { worker: 'nobody' },
  },
  notInAnswers: { '/api/observe/internal/traces/{id} id': 'of a trace that is not kept: no answer has it' },
  byValue: { 'listMetricSeries cursor': 'a place in the series of the caller, whose partition it does not name' },
}
