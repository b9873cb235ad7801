import { endpoint, parseRequest } from '@signet/contracts'
import { endpointsIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { compiledSchema } from '../../support/wire-verdicts.ts'

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
const validate = compiledSchema(ir, ir.operations[0]?.request.body?.schema ?? {})

/** Whether zod (as requests are read) and JSON Schema accept it; they must say the same. */
const verdict = (body: object): boolean => {
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
  ])('is accepted by both: %s', (url) => expect(verdict({ url })).toBe(true))

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
  ])('is refused by both: %j', (url) => expect(verdict({ url })).toBe(false))

  it('that is refused is called by its name', () => {
    const parsed = parseRequest(register, { body: { url: 'https://münchen.de' } })
    expect(parsed).toEqual({ ok: false, errors: [{ field: 'url', message: 'must be a URL' }] })
  })
})

describe('an email address', () => {
  it.each(['ada@example.com', "o'neil+tag@sub.example.co"])('is accepted by both: %s', (email) =>
    expect(verdict({ email })).toBe(true),
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
  ])('is refused by both: %s', (email) => expect(verdict({ email })).toBe(false))

  it('with a length and words about it is narrowed once', () => {
    const body = z.object({ email: z.email().max(254).describe('Where an answer goes') })
    const { operations } = endpointsIR([endpoint({ ...definition, request: { body } })])
    const { properties = {} } = operations[0]?.request.body?.schema ?? {}
    expect((properties as Record<string, { allOf?: unknown[] }>).email?.allOf).toHaveLength(1)
  })
})
