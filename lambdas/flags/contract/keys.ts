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
  name: z.string().describe('Name that identifies the key for people'),
  scopes: z.array(scopeText()).describe('Scopes; new ones may be added'),
  prefix: z.string().describe('Prefix of the key'),
  createdAt: z.iso.datetime(),
})

const ServiceKey = z.object(keyShape()).meta({ id: 'ServiceKey' })
export type ServiceKeyView = z.infer<typeof ServiceKey>

const NewServiceKey = z
  .object({ ...keyShape(), key: z.string().describe('The raw key. It is shown only once and not stored') })
  .meta({ id: 'NewServiceKey' })

export const createKey = endpoint({
  name: 'createKey',
  summary: 'Create a key',
  description:
    'Creates an API key of the organization and returns it once. Requires a session: an API key cannot create API keys.',
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
        .describe('Scopes; applications that only evaluate need flags:read'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The key, which is returned only once',
      schema: NewServiceKey,
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    { code: 'key_limit_reached', status: 409, description: 'The organization has reached the limit of keys' },
    'unavailable',
  ],
})

export const listKeys = endpoint({
  name: 'listKeys',
  summary: 'List keys',
  description: 'Returns the keys of the organization by their prefixes, newest first.',
  tags,
  route: 'GET /keys',
  authority: 'session',
  responses: {
    200: { description: 'All keys', schema: z.object({ keys: z.array(ServiceKey) }) },
  },
  errors: ['forbidden', 'unavailable'],
})

export const revokeKey = endpoint({
  name: 'revokeKey',
  summary: 'Revoke a key',
  description: 'Requests with the key are refused with 401 from then on.',
  tags,
  route: 'DELETE /keys/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the key') }) },
  responses: { 204: { description: 'The key is revoked' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
