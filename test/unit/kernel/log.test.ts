import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, redact } from '../../../layers/kernel/src/log.ts'
import { onTrail } from '../../../layers/kernel/src/trail.ts'

const SECRET = 'gen_0123456789abcdefghijABCDEFGHIJ012345'
const lineOf = (fields: Record<string, unknown>): string => {
  const lines: string[] = []
  createLog({ write: (line) => lines.push(line), now: () => new Date(0) }).info('m', fields)
  return lines[0] ?? ''
}

const surroundings = fc.string({ unit: fc.constantFrom(' ', ':', '"', 'a', '\n', '/', '=') })
const secretText = fc.tuple(surroundings, surroundings).map(([before, after]) => `${before} ${SECRET} ${after}`)
const name = fc.constantFrom('a', 'note', 'list', 'error', 'nested', 'cause')
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    secretText,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(name, tie('node'), { maxKeys: 3 }),
    secretText.map((text) => new Error(text)),
    secretText.map((text) => new Error('outer', { cause: new Error(text) })),
  ),
})).node

describe('redaction', () => {
  it('the token of a link is hidden, and the rest of its path is not', () => {
    const token = 'aB3-_'.repeat(9).slice(0, 43)
    const hash = 'a1'.repeat(32)
    expect(redact({ path: `/trust/acme/grant/${token}` })).toEqual({ path: '/trust/acme/grant/[redacted]' })
    expect(redact({ path: `/verify/${hash}` })).toEqual({ path: `/verify/${hash}` })
  })

  it('keys are hidden at any depth, in texts, lists, records, errors and their causes', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(lineOf({ value })).not.toContain(SECRET)
      }),
    )
  })

  it('bearer tokens are hidden', () => {
    const token = fc.stringMatching(/^[\w.~+/-]{8,60}={0,2}$/)
    fc.assert(
      fc.property(token, (text) => {
        expect(lineOf({ note: `Bearer ${text}` })).not.toContain(text)
      }),
    )
  })

  it.each([
    'authorization',
    'Cookie',
    'set-cookie',
    'client_secret',
    'password',
    'pepper',
    'access_token',
    'apiKey',
    'x-api-key',
    'signature',
    'input_image',
    'mask_image',
  ])('fields named %s are hidden, whatever their type', (field) => {
    expect(redact({ [field]: 'value' })).toEqual({ [field]: '[redacted]' })
    expect(redact({ deep: [{ [field]: { inner: 1 } }] })).toEqual({ deep: [{ [field]: '[redacted]' }] })
  })

  it('other values stay readable', () => {
    const date = new Date('2026-11-20T00:00:00Z')
    const plain = { job_id: 'j', count: 3, at: date, big: 5n, none: null, bytes: new Uint8Array(3) }
    expect(redact(plain)).toEqual({
      job_id: 'j',
      count: 3,
      at: date.toISOString(),
      big: '5',
      none: null,
      bytes: '[3 bytes]',
    })
  })

  it('depth and length are limited, also for circular values', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(JSON.stringify(redact(loop))).toContain('[deep]')
    const cause = new Error('round')
    cause.cause = cause
    expect(JSON.stringify(redact(cause))).toContain('[deep]')
    expect(String(redact('x'.repeat(10_000)))).toHaveLength(4000)
  })
})

describe('log line', () => {
  it('a line is one JSON object with time, level, message and the fields of its log', () => {
    const lines: string[] = []
    const log = createLog({ write: (line) => lines.push(line), now: () => new Date(0), fields: { function: 'f' } })
    onTrail({ request_id: 'r' }, () => log.warn('careful\nnow', { status: 500 }))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('\n')
    expect(JSON.parse(lines[0]!)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      message: 'careful\nnow',
      function: 'f',
      request_id: 'r',
      status: 500,
    })
  })
})
