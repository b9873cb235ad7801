import { endpoint, type FieldError, parseRequest, type RawRequest } from '@signet/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { trees } from '../../support/sample-document.ts'
import { paint, search, upload } from '../../support/sample-endpoints.ts'

const errorsOf = (endpoint: Parameters<typeof parseRequest>[0], raw: RawRequest): readonly FieldError[] => {
  const parsed = parseRequest(endpoint, raw)
  return parsed.ok ? [] : parsed.errors
}
const messageFor = (body: unknown, field: string): string | undefined =>
  errorsOf(paint, { body }).find((error) => error.field === field)?.message

describe('the body', () => {
  it('defaults are filled in', () => {
    const parsed = parseRequest(paint, { body: { prompt: 'a fox', layers: [{ name: 'sky' }] } })
    expect(parsed).toEqual({
      ok: true,
      value: {
        params: {},
        query: {},
        headers: {},
        body: { prompt: 'a fox', aspect_ratio: '1:1', layers: [{ name: 'sky', opacity: 1 }] },
      },
    })
  })

  it.each([
    [{}, 'prompt', 'is required'],
    [undefined, 'body', 'is required'],
    [[], 'body', 'must be an object'],
    [{ prompt: 'x'.repeat(2001) }, 'prompt', 'must be at most 2000 characters (got 2001)'],
    [{ prompt: '' }, 'prompt', 'must not be empty'],
    [{ prompt: 7 }, 'prompt', 'must be a string'],
    [{ prompt: 'x', aspect_ratio: '9:1' }, 'aspect_ratio', 'must be one of 1:1, 3:2'],
    [{ prompt: 'x', seed: 1.5 }, 'seed', 'must be an integer'],
    [{ prompt: 'x', seed: '5' }, 'seed', 'must be a number'],
    [{ prompt: 'x', seed: 2147483648 }, 'seed', 'must be at most 2147483647 (got 2147483648)'],
    [{ prompt: 'x', seed: 1e20 }, 'seed', 'must be at most 2147483647 (got 100000000000000000000)'],
    [{ prompt: 'x', seed: -1 }, 'seed', 'must be at least 0 (got -1)'],
    [{ prompt: 'x', sede: 1 }, 'sede', 'is not a known field; did you mean seed?'],
    [{ prompt: 'x', zebra: 1 }, 'zebra', 'is not a known field'],
    [{ prompt: 'x', notify: 'nope' }, 'notify', 'must be a URL'],
    [
      { prompt: 'x', layers: [{ name: 'a', opacty: 1 }] },
      'layers.0.opacty',
      'is not a known field; did you mean opacity?',
    ],
    [{ prompt: 'x', layers: [{ name: 'a' }, {}] }, 'layers.1.name', 'is required'],
    [{ prompt: 'x', layers: [1, 2, 3] }, 'layers', 'must have at most 2 items (got 3)'],
  ])('%#: %s is refused with "%s"', (body, field, message) => {
    expect(messageFor(body, field)).toBe(message)
  })

  it("a pattern is explained by the contract's message, otherwise by the pattern", () => {
    const name = z.object({ own: z.string().regex(/\S/, 'must not be blank'), bare: z.string().regex(/^a+$/) })
    const named = endpoint({
      name: 'name_it',
      description: 'Names it.',
      route: { method: 'POST', path: '/names' },
      authority: 'public',
      request: { body: name },
      responses: { 204: { description: 'Named.' } },
    })
    expect(errorsOf(named, { body: { own: ' ', bare: 'b' } })).toEqual([
      { field: 'own', message: 'must not be blank' },
      { field: 'bare', message: 'must match /^a+$/u' },
    ])
  })

  it('all violated rules are reported at once', () => {
    const errors = errorsOf(paint, {
      body: { seed: 'x', aspect_ratio: 3, foo: 1 },
      headers: { 'Idempotency-Key': 'k'.repeat(65) },
    })
    expect(errors.map(({ field }) => field).sort()).toEqual([
      'aspect_ratio',
      'foo',
      'idempotency-key',
      'prompt',
      'seed',
    ])
  })

  it('thousands of unknown fields are refused quickly with 50 short errors', () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`p${i}`, 1]))
    const started = performance.now()
    const errors = errorsOf(paint, { body: { ...body, prompt: 'x', seed: -1 } })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(errors).toHaveLength(50)
    expect(errors).toContainEqual({ field: 'seed', message: 'must be at least 0 (got -1)' })
    expect(errors.at(-1)).toEqual({ field: 'body', message: 'has 99952 more unknown fields' })
  })

  it('an unknown field is named in at most 100 characters', () => {
    const [error] = errorsOf(paint, { body: { prompt: 'x', ['p'.repeat(5_000)]: 1 } })
    expect(error?.field).toBe(`${'p'.repeat(100)}…`)
  })

  it('thousands of unknown query parameters are refused with 50 short errors', () => {
    const query = new URLSearchParams(Array.from({ length: 50_000 }, (_, i) => `p${i}=1`).join('&'))
    const started = performance.now()
    const errors = errorsOf(search, { query })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(errors).toHaveLength(50)
    expect(errors.at(-1)).toEqual({ field: 'query', message: 'has 49951 more unknown query parameters' })
  })

  it('bytes are passed on unchanged', () => {
    const bytes = new Uint8Array([1, 2, 3])
    const parsed = parseRequest(upload, { params: { id: 'f', part: '2' }, body: bytes })
    expect(parsed).toEqual({ ok: true, value: { params: { id: 'f', part: 2 }, query: {}, headers: {}, body: bytes } })
  })
})

describe('the query', () => {
  it('values are parsed by the types of the schema', () => {
    const query = new URLSearchParams('q=5&limit=7&ratio=-0.5&all=false&tag=a&tag=b&at=now')
    const parsed = parseRequest(search, { query })
    expect(parsed.ok && parsed.value.query).toEqual({
      q: '5',
      limit: 7,
      ratio: -0.5,
      all: false,
      tag: ['a', 'b'],
      at: 'now',
    })
  })

  it.each([
    ['q=a&limit=1.5', 'limit', 'must be an integer'],
    ['q=a&limit=0x10', 'limit', 'must be a number'],
    ['q=a&limit=', 'limit', 'must be a number'],
    ['q=a&limit=1&limit=2', 'limit', 'must be given once (got 2)'],
    ['q=a&all=yes', 'all', 'must be true or false'],
    ['q=a&limits=3', 'limits', 'is not a known query parameter; did you mean limit?'],
    ['', 'q', 'is required'],
    ['q=a&at=soon', 'at', 'must be a number or must be now'],
  ])('"%s" is refused at %s: %s', (text, field, message) => {
    expect(errorsOf(search, { query: new URLSearchParams(text) })).toEqual([{ field, message }])
  })

  it('a loose schema accepts unknown names; known ones must be valid and occur once', () => {
    const looseEndpoint = endpoint({
      name: 'authorize',
      description: 'Accepts unknown parameters.',
      route: 'GET /authorize',
      authority: 'open',
      request: { query: z.looseObject({ state: z.string().max(3).optional() }) },
      responses: { 204: { description: 'Done.' } },
    })
    const parsed = (text: string) => parseRequest(looseEndpoint, { query: new URLSearchParams(text) })
    expect(parsed('state=a&prompt=x&prompt=y')).toMatchObject({ ok: true, value: { query: { state: 'a' } } })
    expect(parsed('prompt=x')).toMatchObject({ ok: true, value: { query: {} } })
    expect(parsed('state=abcd&x=1').ok).toBe(false)
    expect(parsed('state=a&state=b').ok).toBe(false)
  })

  it('lists from a gateway are accepted', () => {
    const parsed = parseRequest(search, { query: { q: ['a'], tag: ['x'], limit: undefined } })
    expect(parsed.ok && parsed.value.query).toEqual({ q: 'a', limit: 20, tag: ['x'] })
  })
})

describe('path and headers', () => {
  it('an error names an invalid path parameter', () => {
    expect(errorsOf(upload, { params: { id: 'f', part: '0' }, body: new Uint8Array() })).toEqual([
      { field: 'part', message: 'must be at least 1 (got 0)' },
    ])
  })

  it('unknown headers are ignored, and known ones are found in any case', () => {
    const parsed = parseRequest(paint, { headers: { 'IDEMPOTENCY-key': 'k', 'x-other': '1' }, body: { prompt: 'x' } })
    expect(parsed.ok && parsed.value.headers).toEqual({ 'idempotency-key': 'k' })
  })
})

describe('unions and recursion', () => {
  it.each([
    [{ type: 'other' }, 'type', 'must be one of tree, none'],
    [{}, 'type', 'is required'],
    [
      { type: 'tree', tree: { name: 'a', children: [{ name: 'b', childen: [] }] } },
      'tree.children.0.childen',
      'did you mean children?',
    ],
    [{ type: 'none', note: null, nose: 1 }, 'nose', 'is not a known field; did you mean note?'],
    [JSON.parse('{"type":"none","note":null,"__proto__":1}'), '__proto__', 'is not a known field'],
  ])('%j is refused at %s: %s', (body: unknown, field, message) => {
    const [error, ...more] = errorsOf(trees, { body })
    expect([error?.field, more]).toEqual([field, []])
    expect(error?.message).toContain(message)
  })

  it('a loose object accepts anything', () => {
    const body = { type: 'none', note: null, more: { any: { thing: 1 } } }
    expect(parseRequest(trees, { body })).toMatchObject({ ok: true, value: { body } })
  })
})
