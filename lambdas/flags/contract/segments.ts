import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { FlagKey } from './flag.ts'
import { WRITE_RATE } from './rates.ts'
import { dryRun, inEnvironment, keyParams, userMove, versionHeader } from './requests.ts'

const tags = ['segments']

const Segment = z
  .object({
    key: z.string(),
    description: z.string().max(1000).optional(),
    when: z
      .record(z.string(), z.unknown())
      .describe(
        'Condition of membership: `{attribute, operator, value}`, `{all}`, `{any}` or `{not}`. The condition cannot refer to other segments.',
      ),
    version: z
      .int()
      .min(1)
      .describe('Version of the segment, which changes with every write. Send it with PUT to detect conflicts.'),
  })
  .meta({ id: 'FlagSegment' })
export type SegmentView = z.infer<typeof Segment>

const SegmentBody = z
  .strictObject({
    description: Segment.shape.description,
    when: Segment.shape.when,
    version: z.int().min(1).optional().describe('Version that the change is based on; alternatively, send `If-Match`'),
  })
  .meta({ id: 'SegmentChange' })

const SegmentPreview = z
  .object({
    segment: Segment,
    users: z
      .int()
      .describe(
        'Number of simulated users on which the preview is based. Always 0, because changes to segments are previewed without a simulation.',
      ),
    moved: z.int().nullable().describe('0 if no flag changes its value for any user; null if values may change'),
    movedPercent: z.number().nullable().describe('0 if no value changes; null if values may change'),
    flags: z
      .array(
        z.object({
          key: z.string(),
          moved: z
            .int()
            .nullable()
            .describe(
              '0 if the value of this flag does not change, because the flag is off or the segment stays the same; null if the value may change',
            ),
          movedPercent: z.number().nullable().describe('0 if no value changes; null if values may change'),
          moves: z
            .array(userMove())
            .describe('Always empty, because changes to segments are previewed without a simulation'),
        }),
      )
      .describe('Flags that use the segment in their rules or through a prerequisite'),
  })
  .meta({ id: 'SegmentChangePreview' })
export type SegmentPreview = z.infer<typeof SegmentPreview>

export const listSegments = endpoint({
  name: 'listSegments',
  summary: 'List segments',
  description:
    'Returns the segments of the environment, sorted by key. A segment is a condition that the rules of several flags can share.',
  tags,
  route: 'GET /segments',
  authority: 'scope:flags:read',
  request: { query: inEnvironment() },
  responses: {
    200: { description: 'The segments of the environment', schema: z.object({ segments: z.array(Segment) }) },
  },
  errors: ['unavailable'],
})

export const putSegment = endpoint({
  name: 'putSegment',
  summary: 'Create or change a segment',
  description:
    'Creates or replaces a segment (a condition that the rules of several flags can share). A change affects every flag whose rules use the segment. To change an existing segment, send the version that the change is based on as `version` or `If-Match`; if the version is outdated, the response is 409 with the current version. Without a version, the request creates a new segment. With `dry_run=true`, nothing is changed and the response lists the dependent flags and states whether their values may change. The audit log records the change with the key `segment:<key of the segment>`.',
  tags,
  route: 'PUT /segments/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: {
    params: z.strictObject({ key: FlagKey.describe('Key of the segment') }),
    query: dryRun(),
    headers: versionHeader(),
    body: SegmentBody,
    maxBodyBytes: 65_536,
  },
  responses: {
    200: {
      description: 'The changed segment; with `dry_run`, the planned segment and the dependent flags',
      schema: z.union([Segment, SegmentPreview]),
      headers: { etag: { description: 'Version of the segment, for `If-Match`', schema: z.string().optional() } },
    },
  },
  errors: [
    'not_found',
    'version_conflict',
    {
      code: 'flag_set_full',
      status: 409,
      description: 'The environment has reached its size limit. Delete flags first.',
    },
    'unavailable',
  ],
})

export const deleteSegment = endpoint({
  name: 'deleteSegment',
  summary: 'Delete a segment',
  description:
    'Deletes a segment that no flag uses. With `If-Match`, the segment is deleted only if its version matches. The values of flags do not change.',
  tags,
  route: 'DELETE /segments/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { params: keyParams('segment'), query: dryRun(), headers: versionHeader() },
  responses: {
    200: { description: 'With `dry_run`, the segment that would be deleted', schema: SegmentPreview },
    204: { description: 'The segment was deleted' },
  },
  errors: [
    'not_found',
    'version_conflict',
    {
      code: 'segment_in_use',
      status: 409,
      description: 'Rules of the flags in `flags` use the segment. Change these flags first.',
    },
    'unavailable',
  ],
})
