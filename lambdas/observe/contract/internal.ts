import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { getObserveSummary, getTrace, listTraces } from './readings.ts'

/** Telemetry of our own functions, for operators: the same answers as those of workers. */

const authority = 'scope:operator:observe'

export const getInternalSummary = endpoint({
  name: 'getInternalSummary',
  summary: 'Our own functions at a glance',
  description:
    'Traces, errors and durations that began in each of our functions; spans below a root are counted as events. For operators.',
  tags,
  route: 'GET /api/observe/internal/summary',
  authority,
  rate: READS,
  request: { query: getObserveSummary.request.query },
  responses: getObserveSummary.responses,
  errors: ['unavailable'],
})

export const listInternalTraces = endpoint({
  name: 'listInternalTraces',
  summary: 'List traces of our own functions',
  description:
    'Traces that began in our functions, the newest start first. With `about` those that name the id of a request, a job, an import or anything else: 20 at most, without a range. For operators.',
  tags,
  route: 'GET /api/observe/internal/traces',
  authority,
  rate: READS,
  request: {
    query: listTraces.request.query.extend({
      about: z
        .string()
        .regex(/^[\w.:+-]{4,100}$/, 'must be an id')
        .optional()
        .describe('Id of a request, a job or another thing'),
    }),
  },
  responses: listTraces.responses,
  errors: ['unavailable'],
})

export const getInternalTrace = endpoint({
  name: 'getInternalTrace',
  summary: 'A trace of our own functions',
  description:
    'Its spans by start, across requests, queues, state machines and webhooks. Tenant, request and what the work was about are attributes. For operators.',
  tags,
  route: 'GET /api/observe/internal/traces/:id',
  authority,
  rate: READS,
  request: { params: getTrace.request.params },
  responses: getTrace.responses,
  errors: ['not_found', 'unavailable'],
})
