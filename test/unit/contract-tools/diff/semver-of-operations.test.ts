import type { ContractIR } from '@signet/contracts/ir'
import { describe } from 'vitest'
import * as z from 'zod'
import { fieldInBoth, search, testVersionPairs, ticket, type VersionPair, withOperation } from './sample-versions.ts'

const text = z.string()
const object = (shape: z.ZodRawShape) => z.object(shape)

const withResponses = (statuses: object, errors: readonly unknown[] = []) => search({}, { responses: statuses, errors })
const ok = { 200: { description: 'Found.', schema: object({ hits: z.int() }) } }
const withLocation = { 200: { ...ok[200], headers: { location: { description: 'Where.', schema: text } } } }
const image = (...mediaTypes: string[]) => ({ 200: { description: 'Found.', mediaTypes } })

const replies: readonly VersionPair[] = [
  [
    'a second 2xx status',
    withResponses(ok),
    withResponses({ ...ok, 202: { description: 'Later.' } }),
    ['minor status-added'],
  ],
  [
    'the first 3xx status',
    withResponses(ok),
    withResponses({ ...ok, 303: { description: 'There.' } }),
    ['major status-added'],
  ],
  [
    'a removed 202 status',
    withResponses({ ...ok, 202: { description: 'Later.' } }),
    withResponses(ok),
    ['major status-removed'],
  ],
  [
    'an added error code of a declared class',
    withResponses(ok),
    withResponses(ok, ['not_found']),
    ['minor error-code-added'],
  ],
  [
    'added error codes of a new class',
    withOperation(withResponses(ok), 'search', { errors: [] }),
    withResponses(ok),
    ['major error-code-added', 'major error-code-added', 'major error-code-added'],
  ],
  ['a removed error code', withResponses(ok, ['not_found']), withResponses(ok), ['minor error-code-removed']],
  [
    'a changed status of an error code',
    withResponses(ok, [{ code: 'odd', status: 409 }]),
    withResponses(ok, [{ code: 'odd', status: 422 }]),
    ['major error-status-changed'],
  ],
  ['an added response header', withResponses(ok), withResponses(withLocation), ['minor response-header-added']],
  ['a removed response header', withResponses(withLocation), withResponses(ok), ['major response-header-removed']],
  [
    'an added media type',
    withResponses(image('image/png')),
    withResponses(image('image/png', 'image/webp')),
    ['minor response-media-type-added'],
  ],
  [
    'a removed media type',
    withResponses(image('image/png', 'image/webp')),
    withResponses(image('image/png')),
    ['major response-media-type-removed'],
  ],
  [
    'an added response body',
    withResponses({ 200: { description: 'Found.' } }),
    withResponses(ok),
    ['minor response-body-added'],
  ],
  [
    'a removed response body',
    withResponses(ok),
    withResponses({ 200: { description: 'Found.' } }),
    ['major response-body-removed'],
  ],
  [
    'added streaming',
    withResponses(image('image/png')),
    withResponses({ 200: { ...image('image/png')[200], stream: true } }),
    ['major response-stream-changed', 'major stream-changed'],
  ],
]

const operations: readonly VersionPair[] = [
  [
    'an added operation',
    ticket(),
    ticket({
      operations: { list: { output: object({ n: z.int() }) } },
      routes: { list: 'GET /tickets' },
      authority: { list: 'public' },
    }),
    ['minor operation-added'],
  ],
  [
    'a removed operation',
    ticket({
      operations: { list: { output: object({ n: z.int() }) } },
      routes: { list: 'GET /tickets' },
      authority: { list: 'public' },
    }),
    ticket(),
    ['major operation-removed'],
  ],
  ['a changed method', search(), search({}, { route: 'GET /v1/search' }), ['major method-changed']],
  ['a changed path', search(), search({}, { route: 'POST /v1/find' }), ['major path-changed']],
  [
    'a removed route',
    ticket(),
    withOperation(ticket(), 'get', { authority: 'internal', route: undefined as never }),
    ['major route-removed', 'major authority-raised'],
  ],
  ['added idempotency', search(), search({}, { idempotent: true }), ['minor idempotency-promised']],
  ['removed idempotency', search({}, { idempotent: true }), search(), ['major idempotency-withdrawn']],
  [
    'a lower body limit',
    search({ bodyType: 'bytes', maxBodyBytes: 20 }),
    search({ bodyType: 'bytes', maxBodyBytes: 10 }),
    ['major body-limit-lowered'],
  ],
  [
    'a higher body limit',
    search({ bodyType: 'bytes', maxBodyBytes: 10 }),
    search({ bodyType: 'bytes', maxBodyBytes: 20 }),
    ['minor body-limit-raised'],
  ],
  ['a changed body type', search({ bodyType: 'bytes' }), search({ bodyType: 'text' }), ['major body-type-changed']],
  [
    'a changed default of a request field',
    ...fieldInBoth(z.int().default(1), z.int().default(2)).request,
    ['major request-default-changed'],
  ],
  [
    'a changed default of a response field',
    ...fieldInBoth(z.int().default(1), z.int().default(2)).response,
    ['patch response-default-changed'],
  ],
]

const access: readonly VersionPair[] = (
  [
    ['open', 'public', 'major authority-raised'],
    ['public', 'authenticated', 'major authority-raised'],
    ['public', 'policy:owner', 'major authority-raised'],
    ['authenticated', 'session', 'major authority-raised'],
    ['authenticated', 'scope:read', 'major authority-raised'],
    ['authenticated', 'public', 'minor authority-lowered'],
    ['scope:read', 'authenticated', 'minor authority-lowered'],
    ['session', 'authenticated', 'minor authority-lowered'],
    ['policy:owner', 'open', 'minor authority-lowered'],
    ['scope:read', 'scope:write', 'major authority-replaced'],
    ['session', 'scope:read', 'major authority-replaced'],
    ['authenticated', 'policy:owner', 'major authority-replaced'],
  ] as const
).map(([before, after, expected]): VersionPair => {
  const [oldVersion, newVersion] = [before, after].map((authority) => withOperation(search(), 'search', { authority }))
  return [`${after} instead of ${before}`, oldVersion as ContractIR, newVersion as ContractIR, [expected]]
})

describe('semver rules for operations', () => {
  testVersionPairs({ replies, operations, access })
})
