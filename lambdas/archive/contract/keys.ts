import { endpoint, nameText } from '@signet/contracts'
import { ARCHIVE_RIGHTS, READ_RATE, WRITE_RATE } from '@signet/search/conversations/contract'
import * as z from 'zod'

const tags = ['keys']

/** The scope of a key; each includes those before it (spec supporting-services 5). */
export const KeyScope = z.enum(ARCHIVE_RIGHTS)
export type KeyScope = z.infer<typeof KeyScope>

const record = {
  id: z.string(),
  name: z.string().describe('Name that identifies the key'),
  scope: KeyScope.describe(
    'Permissions of the key. `read`: searches and questions; `ingest`: also uploads; `admin`: also management of keys',
  ),
  prefix: z.string().describe('First characters of the key'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('Expiry time; null if the key does not expire'),
}

const ArchiveKey = z.object(record).meta({ id: 'ArchiveKey' })
export type ArchiveKey = z.infer<typeof ArchiveKey>

export const createArchiveKey = endpoint({
  name: 'createArchiveKey',
  summary: 'Create an archive key',
  description: "Creates an API key for the organization's archive. Only this response contains the raw key.",
  tags,
  route: 'POST /api/auth/keys',
  authority: 'scope:archive:admin',
  rate: WRITE_RATE,
  request: {
    body: z.strictObject({
      name: nameText(100).describe('Name that identifies the key'),
      scope: KeyScope.default('read').describe(
        'Permissions of the key. `read`: searches and questions; `ingest`: also uploads; `admin`: also management of keys',
      ),
      expiresAt: z.iso.datetime().optional().describe('Expiry time. Default: the key does not expire.'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The created key',
      schema: z
        .object({ ...record, key: z.string().describe('Raw key. It is shown only once and is not stored.') })
        .meta({ id: 'NewArchiveKey' }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    {
      code: 'key_limit_reached',
      status: 409,
      description: 'The organization has reached its limit on API keys. Revoke a key first.',
    },
    'unavailable',
  ],
})

export const listArchiveKeys = endpoint({
  name: 'listArchiveKeys',
  summary: 'List archive keys',
  description:
    'Lists the API keys of the archive with their prefixes, newest first. Keys that also have scopes of other services are not listed.',
  tags,
  route: 'GET /api/auth/keys',
  authority: 'scope:archive:admin',
  rate: READ_RATE,
  responses: { 200: { description: 'Keys of the archive', schema: z.object({ keys: z.array(ArchiveKey) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const revokeArchiveKey = endpoint({
  name: 'revokeArchiveKey',
  summary: 'Revoke an archive key',
  description: 'Revokes the key. Later requests with the key return 401.',
  tags,
  route: 'DELETE /api/auth/keys/:id',
  authority: 'scope:archive:admin',
  rate: WRITE_RATE,
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Key ID') }) },
  responses: { 204: { description: 'The key was revoked' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
