import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { wellFormedText } from './requests.ts'

const tags = ['keys']

/** New scopes may be added: a closed list would make each a new version of this contract. */
const scopeText = () =>
  z
    .string()
    .max(100)
    .regex(/^[a-z]+(?:[:-][a-z]+)*$/, 'must be a scope, such as flags:read')

const keyShape = () => ({
  id: z.uuid(),
  name: z.string().describe('For people to tell keys apart'),
  scopes: z.array(scopeText()).describe('What it may do; new scopes may come'),
  prefix: z.string().describe('How the key begins: enough to recognise it'),
  createdAt: z.iso.datetime(),
})

const ServiceKey = z.object(keyShape()).meta({ id: 'ServiceKey' })
export type ServiceKeyView = z.infer<typeof ServiceKey>

const NewServiceKey = z
  .object({ ...keyShape(), key: z.string().describe('The raw key: shown this once, kept by nobody') })
  .meta({ id: 'NewServiceKey' })

export const createKey = endpoint({
  name: 'createKey',
  summary: 'A key for an application',
  description:
    'Makes an API key of the organisation and returns it, this once. For signed-in people: a key makes no keys.',
  tags,
  route: 'POST /keys',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      name: wellFormedText(100).min(1),
      scopes: z
        .array(scopeText())
        .min(1)
        .max(50)
        .default(['flags:read'])
        .describe('What it may do; applications that evaluate need flags:read only'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The key',
      schema: NewServiceKey,
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    { code: 'key_limit_reached', status: 409, description: 'The organisation has as many keys as it may have' },
    'unavailable',
  ],
})

export const listKeys = endpoint({
  name: 'listKeys',
  summary: 'Keys of the organisation',
  description: 'By their beginning only, newest first.',
  tags,
  route: 'GET /keys',
  authority: 'session',
  responses: {
    200: { description: 'All of them', schema: z.object({ keys: z.array(ServiceKey) }) },
  },
  errors: ['forbidden', 'unavailable'],
})

export const revokeKey = endpoint({
  name: 'revokeKey',
  summary: 'Refuse a key from now on',
  description: 'Whoever still uses the key is refused with 401.',
  tags,
  route: 'DELETE /keys/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the key') }) },
  responses: { 204: { description: 'It is refused' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
