import { endpoint, nameText } from '@signet/contracts'
import { ARCHIVE_RIGHTS, READ_RATE, WRITE_RATE } from '@signet/search/conversations/contract'
import * as z from 'zod'

const tags = ['keys']

/** The scope of a key; each includes those before it (spec supporting-services 5). */
export const KeyScope = z.enum(ARCHIVE_RIGHTS)
export type KeyScope = z.infer<typeof KeyScope>

const record = {
  id: z.string(),
  name: z.string().describe('Name to recognize the key by'),
  scope: KeyScope.describe('read; ingest: read and uploads; admin: ingest and keys'),
  prefix: z.string().describe('Prefix of the key'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('Expiry; null if the key is valid until it is revoked'),
}

const ArchiveKey = z.object(record).meta({ id: 'ArchiveKey' })
export type ArchiveKey = z.infer<typeof ArchiveKey>

export const createArchiveKey = endpoint({
  name: 'createArchiveKey',
  summary: 'Create a key',
  description: 'Creates a key for the archive of the organization and returns it once.',
  tags,
  route: 'POST /api/auth/keys',
  authority: 'scope:archive:admin',
  rate: WRITE_RATE,
  request: {
    body: z.strictObject({
      name: nameText(100).describe('Name to recognize the key by'),
      scope: KeyScope.default('read').describe('read; ingest: read and uploads; admin: ingest and keys'),
      expiresAt: z.iso.datetime().optional().describe('Expiry'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The created key',
      schema: z
        .object({ ...record, key: z.string().describe('Raw key. It is shown only once and not stored') })
        .meta({ id: 'NewArchiveKey' }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    { code: 'key_limit_reached', status: 409, description: 'The organization has reached its limit of keys.' },
    'unavailable',
  ],
})

export const listArchiveKeys = endpoint({
  name: 'listArchiveKeys',
  summary: 'List keys',
  description: 'Lists keys by prefix, newest first. Keys that also have other scopes are not listed.',
  tags,
  route: 'GET /api/auth/keys',
  authority: 'scope:archive:admin',
  rate: READ_RATE,
  responses: { 200: { description: 'All keys', schema: z.object({ keys: z.array(ArchiveKey) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const revokeArchiveKey = endpoint({
  name: 'revokeArchiveKey',
  summary: 'Revoke a key',
  description: 'Revokes the key. Later requests with it return 401.',
  tags,
  route: 'DELETE /api/auth/keys/:id',
  authority: 'scope:archive:admin',
  rate: WRITE_RATE,
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Key id') }) },
  responses: { 204: { description: 'The key is revoked' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
