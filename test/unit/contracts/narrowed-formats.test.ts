import { endpoint, parseRequest } from '@signet/contracts'
import { endpointsIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { compileSchema } from '../../support/wire-verdicts.ts'

const definition = {
  name: 'register',
  description: 'R.',
  route: 'POST /r',
  authority: 'open',
  responses: { 204: { description: 'Done.' } },
} as const
const register = endpoint({
  ...definition,
  request: { body: z.object({ url: z.url().optional(), email: z.email().optional() }) },
})
const ir = endpointsIR([register])
const validate = compileSchema(ir, ir.operations[0]?.request.body?.schema ?? {})

/** Validates with zod (as requests are) and JSON Schema, which must agree. */
const isAccepted = (body: object): boolean => {
  const byZod = parseRequest(register, { body }).ok
  expect([body, validate(body)]).toEqual([body, byZod])
  return byZod
}

describe('a URL', () => {
  it.each([
    'https://example.com',
    'https://example.com:8443/a/b%20c?q=1&r=[x]'.replace('[x]', '%5Bx%5D'),
    'http://127.0.0.1:4001/v2/assets/1#top',
    'http://localhost/x',
    'https://user:pass@sub.example.co.uk/',
    'https://xn--mnchen-3ya.de/',
    'urn:signet:job:1',
    'mailto:ada@example.com',
  ])('zod and JSON Schema accept %s', (url) => expect(isAccepted({ url })).toBe(true))

  it.each([
    'example.com',
    'http:foo',
    'http://',
    'http://a b',
    'https://münchen.de',
    'https://example.com/\u0000',
    'https://example.com:99999/',
    'http://256.1.1.1/',
    'http://1.2.3/',
    'https://example.com/%zz',
    'https://example.com/#a#b',
    'https://-a.example/',
    '',
  ])('zod and JSON Schema reject %j', (url) => expect(isAccepted({ url })).toBe(false))

  it('the message says that the value must be a URL', () => {
    const parsed = parseRequest(register, { body: { url: 'https://münchen.de' } })
    expect(parsed).toEqual({ ok: false, errors: [{ field: 'url', message: 'must be a URL' }] })
  })
})

describe('an email address', () => {
  it.each(['ada@example.com', "o'neil+tag@sub.example.co"])('zod and JSON Schema accept %s', (email) =>
    expect(isAccepted({ email })).toBe(true),
  )
  it.each([
    'ada',
    'ada@b-.com',
    'ada@.com',
    '@example.com',
    'a..b@example.com',
    'ada@example',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'b'.repeat(64)}.com`,
  ])('zod and JSON Schema reject %s', (email) => expect(isAccepted({ email })).toBe(false))

  it('has one pattern in JSON Schema, even with a length and a description', () => {
    const body = z.object({ email: z.email().max(254).describe('Where an answer goes') })
    const { operations } = endpointsIR([endpoint({ ...definition, request: { body } })])
    const { properties = {} } = operations[0]?.request.body?.schema ?? {}
    expect((properties as Record<string, { allOf?: unknown[] }>).email?.allOf).toHaveLength(1)
  })
})
