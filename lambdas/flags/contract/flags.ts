import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { Flag } from './flag.ts'
import { WRITE_RATE } from './rates.ts'
import {
  dryRun,
  FlagChange,
  inEnvironment,
  keyParams,
  NewFlag,
  pageQuery,
  reasonText,
  userMove,
  versionHeader,
} from './requests.ts'

const BODY_MAX = 131_072
const tags = ['flags']
const etag = { etag: { description: 'Version of the flag, for `If-Match`', schema: z.string() } }
const conflict = 'version_conflict'
const setFull = {
  code: 'flag_set_full',
  status: 409,
  description: 'The environment has reached its limit on flags or total size. Delete flags first.',
} as const

const ListedFlag = z
  .object({
    ...Flag.shape,
    lastEvaluatedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Start of the last hour in which the flag was evaluated; null if it was not evaluated in the last 90 days or has not been counted yet',
      ),
  })
  .meta({ id: 'ListedFlag' })

export const listFlags = endpoint({
  name: 'listFlags',
  summary: 'List flags',
  description: 'Returns the flags of the environment, sorted by key.',
  tags,
  route: 'GET /flags',
  authority: 'scope:flags:read',
  request: {
    query: z.strictObject({
      ...pageQuery('Flags'),
      tag: z.string().max(50).optional().describe('Only flags with this tag'),
      stale: z
        .boolean()
        .optional()
        .describe(
          '`true`: only stale flags; `false`: only flags that are not stale. A stale flag has not changed for 30 days and returned at most one value in that time.',
        ),
    }),
  },
  responses: {
    200: {
      description: 'A page of flags',
      schema: z.object({
        flags: z.array(ListedFlag),
        nextCursor: z.string().nullable(),
        version: z.int().min(0).describe('Version of the environment; changes with every change to a flag or segment'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const createFlag = endpoint({
  name: 'createFlag',
  summary: 'Create a flag',
  description: 'Creates a flag. By default, a boolean flag is off and other flags are on.',
  tags,
  route: 'POST /flags',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { query: inEnvironment(), body: NewFlag, maxBodyBytes: BODY_MAX },
  responses: { 201: { description: 'The created flag', schema: Flag, headers: etag } },
  errors: [
    { code: 'flag_exists', status: 409, description: 'A flag with this key already exists.' },
    setFull,
    'unavailable',
  ],
})

export const getFlag = endpoint({
  name: 'getFlag',
  summary: 'Get a flag',
  description: 'Returns the current version of the flag.',
  tags,
  route: 'GET /flags/:key',
  authority: 'scope:flags:read',
  request: { params: keyParams(), query: inEnvironment() },
  responses: { 200: { description: 'The flag', schema: Flag, headers: etag } },
  errors: ['not_found', 'unavailable'],
})

const ChangePreview = z
  .object({
    flag: Flag,
    users: z.int().describe('Number of simulated users'),
    moved: z.int().describe('Number of simulated users whose value changes'),
    movedPercent: z.number().describe('Percentage of simulated users whose value changes'),
    moves: z.array(userMove()),
  })
  .meta({ id: 'FlagChangePreview' })
export type ChangePreview = z.infer<typeof ChangePreview>

export const updateFlag = endpoint({
  name: 'updateFlag',
  summary: 'Change a flag',
  description:
    'Replaces the given fields; null removes an optional field. Send the version that the change is based on as `version` or `If-Match`; if the version is outdated, the response is 409 with the current version. With `dry_run=true`, nothing is changed and the response estimates how many users are affected.',
  tags,
  route: 'PATCH /flags/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: {
    params: keyParams(),
    query: dryRun(),
    headers: versionHeader(),
    body: FlagChange,
    maxBodyBytes: BODY_MAX,
  },
  responses: {
    200: {
      description: 'The changed flag; with `dry_run`, the planned flag and an estimate of the affected users',
      schema: z.union([Flag, ChangePreview]),
      headers: { etag: { description: 'Version of the flag, for `If-Match`', schema: z.string().optional() } },
    },
  },
  errors: [
    'not_found',
    conflict,
    {
      code: 'canary_running',
      status: 409,
      description: 'A canary controls the percentage. Stop the canary, or change the percentage with `updateCanary`.',
    },
    setFull,
    'unavailable',
  ],
})

export const deleteFlag = endpoint({
  name: 'deleteFlag',
  summary: 'Delete a flag',
  description:
    'Deletes the flag. Later evaluations return the default value that the application specifies. The audit log is retained.',
  tags,
  route: 'DELETE /flags/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { params: keyParams(), query: inEnvironment(), headers: versionHeader() },
  responses: { 204: { description: 'The flag was deleted' } },
  errors: [
    'not_found',
    conflict,
    {
      code: 'flag_in_use',
      status: 409,
      description: 'The flag is a prerequisite of the flags in `flags`. Change these flags first.',
    },
    'unavailable',
  ],
})

export const revertFlag = endpoint({
  name: 'revertFlag',
  summary: 'Revert a flag',
  description: 'Reverts the flag to a version from the audit log. This operation also restores deleted flags.',
  tags,
  route: 'POST /flags/:key/revert',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: {
    params: keyParams(),
    query: inEnvironment(),
    body: z.strictObject({
      to: z.int().min(1).describe('`sequence` of the audit log entry that contains the version to restore'),
      reason: reasonText().optional(),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 200: { description: 'The reverted flag', schema: Flag, headers: etag } },
  errors: [
    'not_found',
    { code: 'canary_running', status: 409, description: 'A canary controls the flag. Stop the canary first.' },
    setFull,
    'unavailable',
  ],
})
