import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { FlagKey } from './flag.ts'
import { WRITE_RATE } from './rates.ts'
import { dryRun, inEnvironment, keyParams, movePart, versionHeader } from './requests.ts'

const tags = ['segments']

const Segment = z
  .object({
    key: z.string(),
    description: z.string().max(1000).optional(),
    when: z
      .record(z.string(), z.unknown())
      .describe('Who is in it: {attribute, operator, value}, {all}, {any} or {not}; no other segment'),
    version: z.int().min(1).describe('Changes with every write; PUT names the one that it was made from'),
  })
  .meta({ id: 'FlagSegment' })
export type SegmentView = z.infer<typeof Segment>

/** The body of PUT /segments/:key. */
const SegmentBody = z
  .strictObject({
    description: Segment.shape.description,
    when: Segment.shape.when,
    version: z.int().min(1).optional().describe('The version that the change was made from; or send If-Match'),
  })
  .meta({ id: 'SegmentChange' })

/** The effect of a change, as far as it is computable without the real users. */
const SegmentPreview = z
  .object({
    segment: Segment,
    users: z.int().describe('0: no users are made up, for none would stand for yours'),
    moved: z.int().nullable().describe('0: nobody gets another answer from any flag; null: some may'),
    movedPercent: z.number().nullable(),
    flags: z
      .array(
        z.object({
          key: z.string(),
          moved: z
            .int()
            .nullable()
            .describe(
              '0: nobody gets another answer from this flag, for it is off or the segment stays as it is; null: some may',
            ),
          movedPercent: z.number().nullable(),
          moves: z.array(movePart()),
        }),
      )
      .describe('Flags that answer by the segment, by their rules or through a prerequisite'),
  })
  .meta({ id: 'SegmentChangePreview' })
export type SegmentPreview = z.infer<typeof SegmentPreview>

export const listSegments = endpoint({
  name: 'listSegments',
  summary: 'Your segments',
  description: 'Named conditions that rules of several flags use, by key.',
  tags,
  route: 'GET /segments',
  authority: 'scope:flags:read',
  request: { query: inEnvironment() },
  responses: {
    200: { description: 'All of them', schema: z.object({ segments: z.array(Segment) }) },
  },
  errors: ['unavailable'],
})

export const putSegment = endpoint({
  name: 'putSegment',
  summary: 'Make or change a segment',
  description:
    'Takes effect in every flag whose rules name it. To change one that there is, the version that the change was made from is required, as `version` or If-Match; without either it is a new one. When somebody was faster, 409 tells the present version. With `dry_run=true` nothing is written and the answer says which flags answer by it, and for which of them users may move. It stands in the audit log as `segment:<key>`.',
  tags,
  route: 'PUT /segments/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: {
    params: z.strictObject({ key: FlagKey }),
    query: dryRun(),
    headers: versionHeader(),
    body: SegmentBody,
    maxBodyBytes: 65_536,
  },
  responses: {
    200: {
      description: 'The segment after the change; to dry_run, what it would be and which flags answer by it',
      schema: z.union([Segment, SegmentPreview]),
      headers: { etag: { description: 'The version, for If-Match', schema: z.string().optional() } },
    },
  },
  errors: [
    'not_found',
    'version_conflict',
    { code: 'flag_set_full', status: 409, description: 'The set holds as much as can be propagated' },
    'unavailable',
  ],
})

export const deleteSegment = endpoint({
  name: 'deleteSegment',
  summary: 'Remove a segment',
  description:
    'Removes a segment that no flag names, at the version in If-Match where there is one. As no flag names it, nobody moves.',
  tags,
  route: 'DELETE /segments/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { params: keyParams(), query: dryRun(), headers: versionHeader() },
  responses: {
    200: { description: 'To dry_run: what would go', schema: SegmentPreview },
    204: { description: 'It is gone' },
  },
  errors: [
    'not_found',
    'version_conflict',
    { code: 'segment_in_use', status: 409, description: 'Rules name it; `flags` says whose' },
    'unavailable',
  ],
})
