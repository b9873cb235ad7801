import type { ContractIR } from '@signet/contracts/ir'
import { describe } from 'vitest'
import * as z from 'zod'
import { inBoth, judges, type Row, search, ticket, withOperation } from './sample-versions.ts'

const text = z.string()
const object = (shape: z.ZodRawShape) => z.object(shape)

const answers = (statuses: object, errors: readonly unknown[] = []) => search({}, { responses: statuses, errors })
const ok = { 200: { description: 'Found.', schema: object({ hits: z.int() }) } }
const located = { 200: { ...ok[200], headers: { location: { description: 'Where.', schema: text } } } }
const image = (...mediaTypes: string[]) => ({ 200: { description: 'Found.', mediaTypes } })

const replies: readonly Row[] = [
  ['another 2xx', answers(ok), answers({ ...ok, 202: { description: 'Later.' } }), ['minor status-added']],
  ['the first 3xx', answers(ok), answers({ ...ok, 303: { description: 'There.' } }), ['major status-added']],
  ['no 202 any more', answers({ ...ok, 202: { description: 'Later.' } }), answers(ok), ['major status-removed']],
  ['an error code of a declared class', answers(ok), answers(ok, ['not_found']), ['minor error-code-added']],
  [
    'an error code of a new class',
    withOperation(answers(ok), 'search', { errors: [] }),
    answers(ok),
    ['major error-code-added', 'major error-code-added', 'major error-code-added'],
  ],
  ['no error code', answers(ok, ['not_found']), answers(ok), ['minor error-code-removed']],
  [
    'another status for a code',
    answers(ok, [{ code: 'odd', status: 409 }]),
    answers(ok, [{ code: 'odd', status: 422 }]),
    ['major error-status-changed'],
  ],
  ['a header in answers', answers(ok), answers(located), ['minor response-header-added']],
  ['no header in answers', answers(located), answers(ok), ['major response-header-removed']],
  [
    'another media type',
    answers(image('image/png')),
    answers(image('image/png', 'image/webp')),
    ['minor response-media-type-added'],
  ],
  [
    'a media type less',
    answers(image('image/png', 'image/webp')),
    answers(image('image/png')),
    ['major response-media-type-removed'],
  ],
  ['a body', answers({ 200: { description: 'Found.' } }), answers(ok), ['minor response-body-added']],
  ['no body', answers(ok), answers({ 200: { description: 'Found.' } }), ['major response-body-removed']],
  [
    'streaming',
    answers(image('image/png')),
    answers({ 200: { ...image('image/png')[200], stream: true } }),
    ['major response-stream-changed', 'major stream-changed'],
  ],
]

const operations: readonly Row[] = [
  [
    'an operation',
    ticket(),
    ticket({
      operations: { list: { output: object({ n: z.int() }) } },
      routes: { list: 'GET /tickets' },
      authority: { list: 'public' },
    }),
    ['minor operation-added'],
  ],
  [
    'no operation',
    ticket({
      operations: { list: { output: object({ n: z.int() }) } },
      routes: { list: 'GET /tickets' },
      authority: { list: 'public' },
    }),
    ticket(),
    ['major operation-removed'],
  ],
  ['another method', search(), search({}, { route: 'GET /v1/search' }), ['major method-changed']],
  ['another path', search(), search({}, { route: 'POST /v1/find' }), ['major path-changed']],
  [
    'no route any more',
    ticket(),
    withOperation(ticket(), 'get', { authority: 'internal', route: undefined as never }),
    ['major route-removed', 'major authority-raised'],
  ],
  ['a promise to repeat', search(), search({}, { idempotent: true }), ['minor idempotency-promised']],
  ['no promise to repeat', search({}, { idempotent: true }), search(), ['major idempotency-withdrawn']],
  [
    'a smaller body',
    search({ bodyType: 'bytes', maxBodyBytes: 20 }),
    search({ bodyType: 'bytes', maxBodyBytes: 10 }),
    ['major body-limit-lowered'],
  ],
  [
    'a larger body',
    search({ bodyType: 'bytes', maxBodyBytes: 10 }),
    search({ bodyType: 'bytes', maxBodyBytes: 20 }),
    ['minor body-limit-raised'],
  ],
  ['another kind of body', search({ bodyType: 'bytes' }), search({ bodyType: 'text' }), ['major body-type-changed']],
  [
    'a default for requests',
    ...inBoth(z.int().default(1), z.int().default(2)).request,
    ['major request-default-changed'],
  ],
  [
    'a default in answers',
    ...inBoth(z.int().default(1), z.int().default(2)).response,
    ['patch response-default-changed'],
  ],
]

const access: readonly Row[] = (
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
).map(([before, after, expected]): Row => {
  const [old, now] = [before, after].map((authority) => withOperation(search(), 'search', { authority }))
  return [`${after} instead of ${before}`, old as ContractIR, now as ContractIR, [expected]]
})

describe('semver rules for operations', () => {
  judges({ replies, operations, access })
})
