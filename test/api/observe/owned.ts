import { randomUUID } from 'node:crypto'
import { call } from '../../support/api.ts'
import type { OwnedThings } from '../../support/owned.ts'
import { now, rootSpan } from './observe-world.ts'
import { availabilitySlo, createRule, createSlo, errorsRule } from './rules-world.ts'

const WORKER = `foreign worker ${randomUUID()}`

const sendTrace = async (key: string): Promise<void> => {
  const body = { service: WORKER, spans: [rootSpan('foreign-trace', await now())] }
  await call('POST', '/api/observe/ingest', { key, body, as: 'ingestTelemetry' })
}

export const owned: OwnedThings = {
  paths: {
    '/api/observe/rules/{id}': async ({ key }) => ({ id: (await createRule(key, errorsRule(WORKER))).body.id }),
    '/api/observe/slos/{id}': async ({ key }) => ({ id: (await createSlo(key, availabilitySlo(WORKER))).body.id }),
    '/api/observe/traces/{id}': async ({ key }) => {
      await sendTrace(key)
      return { id: 'foreign-trace' }
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
  notInAnswers: { '/api/observe/internal/traces/{id} id': 'the trace is not stored, so no response contains its id' },
  byValue: { 'listMetricSeries cursor': 'a position in the series of the caller, without the partition' },
}
