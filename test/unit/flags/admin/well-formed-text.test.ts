import { type Endpoint, parseRequest } from '@signet/contracts'
import { describe, expect, test } from 'vitest'
import { startCanary, stopCanary, updateCanary } from '../../../../lambdas/flags/contract/canary.ts'
import { revertFlag, updateFlag } from '../../../../lambdas/flags/contract/flags.ts'
import { createKey } from '../../../../lambdas/flags/contract/keys.ts'
import { platformContracts } from '../../../support/platform-contracts.ts'
import { compileSchema } from '../../../support/wire-verdicts.ts'

/** Returns a validator of the JSON Schema of an operation's body. */
const validatorOf = ({ name }: Endpoint) => {
  for (const { irs } of platformContracts) {
    for (const { ir } of irs) {
      const schema = ir.operations.find(({ operationId }) => operationId === name)?.request.body?.schema
      if (schema) return compileSchema(ir, schema)
    }
  }
  throw new Error(`No contract declares the body of ${name}`)
}

const LONE_SURROGATES = ['a\uD800', '\uDC00b', '\uDE00\uD83D']

describe('a text with a lone surrogate is refused with field and rule, because the log could not be hashed', () => {
  const textFields: [string, Endpoint, string, (text: string) => object][] = [
    ['the reason of a change', updateFlag, 'reason', (reason) => ({ version: 1, reason })],
    ['the reason of a revert', revertFlag, 'reason', (reason) => ({ to: 1, reason })],
    ['the reason of a canary', startCanary, 'reason', (reason) => ({ reason })],
    ['the reason of a manual canary change', updateCanary, 'reason', (reason) => ({ paused: true, reason })],
    ['the reason of a stop', stopCanary, 'reason', (reason) => ({ reason })],
    ['the name of an alarm', startCanary, 'guards.0.alarm', (alarm) => ({ guards: [{ type: 'alarm', alarm }] })],
    ['the name of a key', createKey, 'name', (name) => ({ name })],
  ]
  test.each(textFields)('%s', (_, endpoint, field, body) => {
    const bodyEndpoint = { ...endpoint, request: { body: endpoint.request.body } } as Endpoint
    const validate = validatorOf(endpoint)
    for (const text of LONE_SURROGATES) {
      const parsed = parseRequest(bodyEndpoint, { body: body(text) })
      const errors = parsed.ok ? [] : parsed.errors
      expect(validate(body(text))).toBe(false)
      expect(errors).toMatchObject([{ field, message: expect.stringContaining('must be well-formed Unicode') }])
    }
    // Only the name of a key must be a line without control characters.
    const isSingleLine = field === 'name'
    expect([parseRequest(bodyEndpoint, { body: body('до\n\u0000') }).ok, validate(body('до\n\u0000'))]).toEqual([
      !isSingleLine,
      !isSingleLine,
    ])
    for (const text of ['до', '😀'])
      expect([parseRequest(bodyEndpoint, { body: body(text) }).ok, validate(body(text))]).toEqual([true, true])
  })
})
