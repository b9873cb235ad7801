import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { inEnvironment, keyParams, page } from './requests.ts'

const AuditEntry = z
  .object({
    sequence: z.int().min(1).describe('Version of the set that the change made; without gaps'),
    key: z.string().describe('The flag, or segment:<key>'),
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
    at: z.iso.datetime(),
    actor: z
      .object({
        type: z.enum(['user', 'key', 'system']),
        id: z.string().describe('Id of the user, recognisable part of the key, or the name of the driver'),
      })
      .describe('Who did it'),
    reason: z.string().nullable(),
    requestId: z.string().nullable(),
    before: z.record(z.string(), z.unknown()).nullable().describe('The flag before; null for a creation'),
    after: z.record(z.string(), z.unknown()).nullable().describe('The flag after; null for a removal'),
    previousHash: z.string().describe('Of the entry before; zeros for the first'),
    hash: z.string().describe('SHA-256 of the canonical JSON (RFC 8785) of this entry without `hash`'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const entries = z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() })

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'Who changed what',
  description: 'The audit log of the set, newest first. Nothing in it is ever changed or removed.',
  tags: ['audit'],
  route: 'GET /flags/audit',
  authority: 'scope:flags:read',
  request: { query: z.strictObject(page('Entries')) },
  responses: { 200: { description: 'A page of entries', schema: entries } },
  errors: ['unavailable'],
})

export const listFlagAudit = endpoint({
  name: 'listFlagAudit',
  summary: 'Who changed this flag',
  description: 'Entries of one flag, newest first, also of one that was removed.',
  tags: ['audit'],
  route: 'GET /flags/:key/audit',
  authority: 'scope:flags:read',
  request: { params: keyParams(), query: z.strictObject(page('Entries')) },
  responses: { 200: { description: 'A page of entries', schema: entries } },
  errors: ['not_found', 'unavailable'],
})

export const verifyAudit = endpoint({
  name: 'verifyAudit',
  summary: 'Whether the log is whole',
  description:
    'Reads the log from its first entry to its last, computes every hash again, and holds what propagates against what the log says.',
  tags: ['audit'],
  route: 'GET /flags/audit/verify',
  authority: 'scope:flags:read',
  request: { query: inEnvironment() },
  responses: {
    200: {
      description: 'What was found',
      schema: z
        .object({
          valid: z.boolean(),
          entries: z.int().min(0),
          head: z.string().describe('Hash of the last entry: keep it elsewhere, and nobody can rewrite the log'),
          brokenAt: z
            .int()
            .nullable()
            .describe('First sequence that is missing, was changed, or is contradicted by the set itself'),
          problem: z.string().nullable().optional().describe('What is wrong there, in words'),
        })
        .meta({ id: 'AuditVerdict' }),
    },
  },
  errors: ['unavailable'],
})
