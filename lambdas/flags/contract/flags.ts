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
  description: 'The set holds as many flags, or as much, as can be propagated',
} as const

export const listFlags = endpoint({
  name: 'listFlags',
  summary: 'Your flags',
  description: 'Flags of the organisation, by key.',
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
        .describe('Those that could go: unchanged for 30 days and giving one answer, or evaluated by nobody'),
    }),
  },
  responses: {
    200: {
      description: 'A page of flags',
      schema: z.object({
        flags: z.array(Flag),
        nextCursor: z.string().nullable(),
        version: z.int().min(0).describe('Of the set: changes with every change of a flag'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const createFlag = endpoint({
  name: 'createFlag',
  summary: 'A new flag',
  description: 'Creates a flag. Unless said otherwise a boolean flag is off, the others are on.',
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
  description: 'The flag as it stands.',
  tags,
  route: 'GET /flags/:key',
  authority: 'scope:flags:read',
  request: { params: keyParams(), query: inEnvironment() },
  responses: { 200: { description: 'The flag', schema: Flag, headers: etag } },
  errors: ['not_found', 'unavailable'],
})

/** The effect of a change, measured with many simulated users. */
const ChangePreview = z
  .object({
    flag: Flag,
    users: z.int().describe('How many made-up users were asked before and after'),
    moved: z.int().describe('How many of them get another answer'),
    movedPercent: z.number(),
    moves: z.array(movePart()),
  })
  .meta({ id: 'FlagChangePreview' })
export type ChangePreview = z.infer<typeof ChangePreview>

export const updateFlag = endpoint({
  name: 'updateFlag',
  summary: 'Change a flag',
  description:
    'Replaces the members that are named. The version that the change was made from is required, as `version` or If-Match: when somebody was faster, 409 tells the present one. With `dry_run=true` nothing is written and the answer says who would move.',
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
      description: 'The flag after the change; to dry_run, what it would be and who would move',
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
  description: 'Removes the flag; evaluations give the default of the caller from then on. Its audit log stays.',
  tags,
  route: 'DELETE /flags/:key',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: { params: keyParams(), query: inEnvironment(), headers: versionHeader() },
  responses: { 204: { description: 'It is gone' } },
  errors: [
    'not_found',
    conflict,
    { code: 'flag_in_use', status: 409, description: 'Other flags need it as a prerequisite; `flags` names them' },
    'unavailable',
  ],
})

export const revertFlag = endpoint({
  name: 'revertFlag',
  summary: 'A flag as it was',
  description:
    'Makes the flag what it was at a version that the audit log tells; also brings back one that was removed.',
  tags,
  route: 'POST /flags/:key/revert',
  authority: 'scope:flags:write',
  rate: WRITE_RATE,
  request: {
    params: keyParams(),
    query: inEnvironment(),
    body: z.strictObject({
      to: z.int().min(1).describe('The version to go back to'),
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
