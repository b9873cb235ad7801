import { endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['keys']

/** New scopes may be added: a closed list would make each a new version of this contract. */
const scopeText = () =>
  z
    .string()
    .max(100)
    .regex(/^[a-z]+(?:[:-][a-z]+)*$/, 'must be a scope, such as flags:read')

const keyShape = () => ({
  id: z.uuid(),
  name: z.string().describe('Name that identifies the key'),
  scopes: z
    .array(scopeText())
    .describe('Scopes of the key. Future API versions can define more scopes; ignore unknown values.'),
  prefix: z.string().describe('First characters of the key'),
  createdAt: z.iso.datetime(),
})

const ServiceKey = z.object(keyShape()).meta({ id: 'ServiceKey' })
export type ServiceKeyView = z.infer<typeof ServiceKey>

const NewServiceKey = z
  .object({ ...keyShape(), key: z.string().describe('Raw key. It is shown only once and is not stored.') })
  .meta({ id: 'NewServiceKey' })

export const createKey = endpoint({
  name: 'createKey',
  summary: 'Create an API key',
  description:
    'Creates an API key for the organization. The response is the only one that contains the raw key. Requires a session: an API key cannot create API keys.',
  tags,
  route: 'POST /keys',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      name: nameText(100),
      scopes: z
        .array(scopeText())
        .min(1)
        .max(50)
        .default(['flags:read'])
        .describe('Scopes of the key. Applications that only evaluate flags need `flags:read`.'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The created key',
      schema: NewServiceKey,
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

export const listKeys = endpoint({
  name: 'listKeys',
  summary: 'List API keys',
  description: 'Returns the API keys of the organization with their prefixes, newest first.',
  tags,
  route: 'GET /keys',
  authority: 'session',
  responses: {
    200: { description: 'Keys of the organization', schema: z.object({ keys: z.array(ServiceKey) }) },
  },
  errors: ['forbidden', 'unavailable'],
})

export const revokeKey = endpoint({
  name: 'revokeKey',
  summary: 'Revoke an API key',
  description: 'Revokes the key. Later requests with the key return 401.',
  tags,
  route: 'DELETE /keys/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('ID of the key') }) },
  responses: { 204: { description: 'The key was revoked' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
