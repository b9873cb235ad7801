import { deferred, endpoint, schemaOf } from '@signet/contracts'
import * as z from 'zod'
import { FlagKey } from './flag.ts'
import { inEnvironment, keyParams } from './requests.ts'

const tags = ['segments']

const Segment = deferred(() =>
  z
    .object({
      key: z.string(),
      description: z.string().max(1000).optional(),
      when: z
        .record(z.string(), z.unknown())
        .describe('Who is in it: {attribute, operator, value}, {all}, {any} or {not}; no other segment'),
    })
    .meta({ id: 'FlagSegment' }),
)
export type SegmentView = z.infer<typeof Segment>

export const listSegments = endpoint({
  name: 'listSegments',
  summary: 'Your segments',
  description: 'Named conditions that rules of several flags use, by key.',
  tags,
  route: 'GET /segments',
  authority: 'scope:flags:read',
  request: { query: inEnvironment() },
  responses: {
    200: { description: 'All of them', schema: deferred(() => z.object({ segments: z.array(schemaOf(Segment)) })) },
  },
  errors: ['unavailable'],
})

export const putSegment = endpoint({
  name: 'putSegment',
  summary: 'Make or change a segment',
  description: 'Takes effect in every flag whose rules name it. It stands in the audit log as `segment:<key>`.',
  tags,
  route: 'PUT /segments/:key',
  authority: 'scope:flags:write',
  request: {
    params: deferred(() => z.strictObject({ key: schemaOf(FlagKey) })),
    query: inEnvironment(),
    body: deferred(() => schemaOf(Segment).omit({ key: true })),
    maxBodyBytes: 65_536,
  },
  responses: { 200: { description: 'The segment', schema: Segment } },
  errors: [
    { code: 'flag_set_full', status: 409, description: 'The set holds as much as can be propagated' },
    'unavailable',
  ],
  idempotent: true,
})

export const deleteSegment = endpoint({
  name: 'deleteSegment',
  summary: 'Remove a segment',
  description: 'Removes a segment that no flag names.',
  tags,
  route: 'DELETE /segments/:key',
  authority: 'scope:flags:write',
  request: { params: keyParams(), query: inEnvironment() },
  responses: { 204: { description: 'It is gone' } },
  errors: [
    'not_found',
    { code: 'segment_in_use', status: 409, description: 'Rules name it; `flags` says whose' },
    'unavailable',
  ],
})
