import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { getObserveSummary, getTrace, listTraces, worker } from './queries.ts'

/** Telemetry of the platform's own functions, for operators. The response schemas are those of the worker endpoints. */

const authority = 'scope:operator:observe'

const functionName = () => worker().optional().describe('Name of the function, starting with `internal:`')

export const getInternalSummary = endpoint({
  name: 'getInternalSummary',
  summary: 'Get a summary of platform functions',
  description:
    'Returns numbers of traces and errors, and durations, for each function of the platform in which traces started. Only operators can call this operation.',
  tags,
  route: 'GET /api/observe/internal/summary',
  authority,
  rate: READS,
  request: { query: getObserveSummary.request.query.extend({ worker: functionName() }) },
  responses: getObserveSummary.responses,
  errors: ['unavailable'],
})

export const listInternalTraces = endpoint({
  name: 'listInternalTraces',
  summary: 'List traces of platform functions',
  description:
    'Returns traces that started in functions of the platform, newest first. With `about`, returns at most 20 traces that contain the ID of a request, job, import or other object, regardless of the range. Only operators can call this operation.',
  tags,
  route: 'GET /api/observe/internal/traces',
  authority,
  rate: READS,
  request: {
    query: listTraces.request.query.extend({
      worker: functionName(),
      about: z
        .string()
        .regex(/^[\w.:+-]{4,100}$/, 'must be an ID')
        .optional()
        .describe('ID of a request, job or other object that the traces contain'),
    }),
  },
  responses: listTraces.responses,
  errors: ['unavailable'],
})

export const getInternalTrace = endpoint({
  name: 'getInternalTrace',
  summary: 'Get a trace of platform functions',
  description:
    "Returns the spans of a trace of the platform's functions, sorted by start time, across requests, queues, state machines and webhooks. Attributes contain the IDs of the organization, the request and the processed object. Only operators can call this operation.",
  tags,
  route: 'GET /api/observe/internal/traces/:id',
  authority,
  rate: READS,
  request: { params: getTrace.request.params },
  responses: getTrace.responses,
  errors: ['not_found', 'unavailable'],
})
