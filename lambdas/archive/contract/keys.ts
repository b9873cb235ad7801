import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READ_RATE, WRITE_RATE } from './rates.ts'

const tags = ['keys']

/** The scope of a key; each includes those before it (spec supporting-services 5). */
export const KeyScope = z.enum(['read', 'ingest', 'admin'])
export type KeyScope = z.infer<typeof KeyScope>

const record = {
  id: z.string(),
  name: z.string().describe('For people to tell keys apart'),
  scope: KeyScope.describe('read; ingest: read and uploads; admin: ingest and keys'),
  prefix: z.string().describe('How the key begins: enough to recognise it'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('From then on it is refused; null: it is good until it is revoked'),
}

const ArchiveKey = z.object(record).meta({ id: 'ArchiveKey' })
export type ArchiveKey = z.infer<typeof ArchiveKey>

export const createArchiveKey = endpoint({
  name: 'createArchiveKey',
  summary: 'A key for an application',
  description: 'Makes a key for the archive of the organisation and returns it, this once.',
  tags,
  route: 'POST /api/auth/keys',
  authority: 'scope:archive:admin',
  rate: WRITE_RATE,
  request: {
    body: z.strictObject({
      name: z.string().min(1).max(100).regex(/\S/, 'must not be empty').describe('For people to tell keys apart'),
      scope: KeyScope.default('read').describe('read; ingest: read and uploads; admin: ingest and keys'),
      expiresAt: z.iso.datetime().optional().describe('From then on it is refused'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The key',
      schema: z
        .object({ ...record, key: z.string().describe('The key itself: shown this once, kept by nobody') })
        .meta({ id: 'NewArchiveKey' }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    { code: 'key_limit_reached', status: 409, description: 'The organisation has as many keys as it may have' },
    'unavailable',
  ],
})

export const listArchiveKeys = endpoint({
  name: 'listArchiveKeys',
  summary: 'Keys of the archive',
  description: 'By their beginning only, newest first. Keys that may do other things, too, are not among them.',
  tags,
  route: 'GET /api/auth/keys',
  authority: 'scope:archive:admin',
  rate: READ_RATE,
  responses: { 200: { description: 'All of them', schema: z.object({ keys: z.array(ArchiveKey) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const revokeArchiveKey = endpoint({
  name: 'revokeArchiveKey',
  summary: 'Refuse a key from now on',
  description: 'Whoever still uses the key is refused with 401.',
  tags,
  route: 'DELETE /api/auth/keys/:id',
  authority: 'scope:archive:admin',
  rate: WRITE_RATE,
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the key') }) },
  responses: { 204: { description: 'It is refused' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
