import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { Flag } from './flag.ts'
import { WRITE_RATE } from './rates.ts'
import {
  dryRun,
  FlagChange,
  inEnvironment,
  keyParams,
  movePart,
  NewFlag,
  page,
  reasonText,
  versionHeader,
} from './requests.ts'

const BODY_MAX = 131_072
const tags = ['flags']
const etag = { etag: { description: 'The version, for If-Match', schema: z.string() } }
const conflict = 'version_conflict'
const setFull = {
  code: 'flag_set_full',
  status: 409,
  description: 'The set has reached its limit of flags or size',
} as const

const ListedFlag = z
  .object({
    ...Flag.shape,
    lastEvaluatedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Beginning of the last hour in which it was evaluated; null: not in the last 90 days, or not yet counted',
      ),
  })
  .meta({ id: 'ListedFlag' })

export const listFlags = endpoint({
  name: 'listFlags',
  summary: 'Your flags',
  description: 'The flags of the organization, by key.',
  tags,
  route: 'GET /flags',
  authority: 'scope:flags:read',
  request: {
    query: z.strictObject({
      ...page('Flags'),
      tag: z.string().max(50).optional().describe('Those with this tag'),
      stale: z
        .boolean()
        .optional()
        .describe('Stale flags: unchanged for 30 days, with one answer or without evaluations in that time'),
    }),
  },
  responses: {
    200: {
      description: 'A page of flags',
      schema: z.object({
        flags: z.array(ListedFlag),
        nextCursor: z.string().nullable(),
        version: z.int().min(0).describe('Of the set; changes with every change of a flag'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const createFlag = endpoint({
  name: 'createFlag',
  summary: 'A new flag',
  description: 'Creates a flag. By default a boolean flag is off, the others are on.',
  tags,
  route: 'POST /flags',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { query: inEnvironment(), body: NewFlag, maxBodyBytes: BODY_MAX },
  responses: { 201: { description: 'The flag', schema: Flag, headers: etag } },
  errors: [{ code: 'flag_exists', status: 409, description: 'There is a flag with this key' }, setFull, 'unavailable'],
})

export const getFlag = endpoint({
  name: 'getFlag',
  summary: 'One flag',
  description: 'The present flag.',
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
    moved: z.int().describe('Number of them with another answer'),
    movedPercent: z.number(),
    moves: z.array(movePart()),
  })
  .meta({ id: 'FlagChangePreview' })
export type ChangePreview = z.infer<typeof ChangePreview>

export const updateFlag = endpoint({
  name: 'updateFlag',
  summary: 'Change a flag',
  description:
    'Replaces the named members. The version on which the change is based is required, as `version` or If-Match; if it is outdated, 409 returns the present one. With `dry_run=true` nothing is written and the response estimates the affected users.',
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
      description: 'The flag after the change; for dry_run the planned flag and the affected users',
      schema: z.union([Flag, ChangePreview]),
      headers: { etag: { description: 'The version, for If-Match', schema: z.string().optional() } },
    },
  },
  errors: [
    'not_found',
    conflict,
    {
      code: 'canary_running',
      status: 409,
      description: 'A canary moves the percentage: stop it or set it by its route',
    },
    setFull,
    'unavailable',
  ],
})

export const deleteFlag = endpoint({
  name: 'deleteFlag',
  summary: 'Remove a flag',
  description: 'Removes the flag; evaluations then return the default of the caller. Its audit log stays.',
  tags,
  route: 'DELETE /flags/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { params: keyParams(), query: inEnvironment(), headers: versionHeader() },
  responses: { 204: { description: 'It is gone' } },
  errors: [
    'not_found',
    conflict,
    { code: 'flag_in_use', status: 409, description: 'It is a prerequisite of other flags; `flags` names them' },
    'unavailable',
  ],
})

export const revertFlag = endpoint({
  name: 'revertFlag',
  summary: 'Revert a flag',
  description: 'Reverts the flag to a version in the audit log; also restores a removed flag.',
  tags,
  route: 'POST /flags/:key/revert',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: {
    params: keyParams(),
    query: inEnvironment(),
    body: z.strictObject({
      to: z.int().min(1).describe('The version to restore'),
      reason: reasonText().optional(),
    }),
    maxBodyBytes: 4_096,
  },
  responses: { 200: { description: 'The flag', schema: Flag, headers: etag } },
  errors: [
    'not_found',
    { code: 'canary_running', status: 409, description: 'A canary moves the flag: stop it first' },
    setFull,
    'unavailable',
  ],
})
