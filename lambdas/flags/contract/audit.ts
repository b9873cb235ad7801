import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { inEnvironment, keyParams, pageQuery } from './requests.ts'

const AuditEntry = z
  .object({
    sequence: z
      .int()
      .min(1)
      .describe('Version of the environment after the change. The numbers are consecutive within an environment.'),
    key: z.string().describe('Key of the flag, or `segment:` followed by the key of the segment'),
    action: z.enum([
      'created',
      'updated',
      'deleted',
      'reverted',
      'canary_started',
      'canary_updated',
      'canary_advanced',
      'canary_held',
      'canary_succeeded',
      'canary_rolled_back',
      'canary_stopped',
      'segment_written',
      'segment_deleted',
    ]),
    at: z.iso.datetime().describe('Time of the change'),
    actor: z
      .object({
        type: z.enum(['user', 'key', 'system']),
        id: z.string().describe('ID of the user, prefix of the key, or name of the automatic process'),
      })
      .describe('User, API key or automatic process that made the change'),
    reason: z.string().nullable().describe('Reason for the change; null if none was given'),
    requestId: z.string().nullable().describe('ID of the request; null for an automatic change'),
    before: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Flag or segment before the change; null if the change created it'),
    after: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Flag or segment after the change; null if the change deleted it'),
    previousHash: z.string().describe('Hash of the previous entry; zeros for the first entry'),
    hash: z.string().describe('SHA-256 of the canonical JSON (RFC 8785) of this entry without `hash`'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const entries = z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() })

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'List audit log entries',
  description: 'Returns the audit log of the environment, newest entry first. Entries are never changed or removed.',
  tags: ['audit'],
  route: 'GET /flags/audit',
  authority: 'scope:flags:read',
  request: { query: z.strictObject(pageQuery('Entries')) },
  responses: { 200: { description: 'A page of entries', schema: entries } },
  errors: ['unavailable'],
})

export const listFlagAudit = endpoint({
  name: 'listFlagAudit',
  summary: 'List audit log entries of a flag',
  description:
    'Returns the audit log entries of one flag, newest first. The entries of a deleted flag are also available.',
  tags: ['audit'],
  route: 'GET /flags/:key/audit',
  authority: 'scope:flags:read',
  request: { params: keyParams(), query: z.strictObject(pageQuery('Entries')) },
  responses: { 200: { description: 'A page of entries', schema: entries } },
  errors: ['not_found', 'unavailable'],
})

export const verifyAudit = endpoint({
  name: 'verifyAudit',
  summary: 'Verify the audit log',
  description:
    'Reads the audit log of the environment from the first entry to the last, recomputes every hash, and compares the current flags with the log.',
  tags: ['audit'],
  route: 'GET /flags/audit/verify',
  authority: 'scope:flags:read',
  request: { query: inEnvironment() },
  responses: {
    200: {
      description: 'The result of the verification',
      schema: z
        .object({
          valid: z.boolean(),
          entries: z.int().min(0).describe('Number of verified entries'),
          head: z
            .string()
            .describe(
              'Hash of the last verified entry. If the log is valid, store a copy elsewhere to detect a rewritten log later.',
            ),
          brokenAt: z
            .int()
            .nullable()
            .describe(
              '`sequence` of the first entry that is missing, changed or inconsistent with the environment; null if the log is intact',
            ),
          problem: z.string().nullable().optional().describe('Description of the problem; null if the log is intact'),
        })
        .meta({ id: 'AuditVerdict' }),
    },
  },
  errors: ['unavailable'],
})
