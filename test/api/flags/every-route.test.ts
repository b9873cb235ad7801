import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'
import { keyWithScopes } from '../../support/keys.ts'

/**
 * Requests with an effect for every route, for a flag named `there`. They complete the contract tests
 * (../every-domain).
 */
const BODIES: Readonly<Record<string, object>> = {
  createFlag: { key: 'fresh', type: 'boolean' },
  updateFlag: { version: 1, description: 'changed' },
  revertFlag: { to: 1 },
  startCanary: {},
  updateCanary: { percentage: 10 },
  stopCanary: {},
  explainFlag: {},
  putSegment: { when: { attribute: 'plan', operator: 'equals', value: 'pro' } },
  ofrepEvaluate: { context: { targetingKey: 'u' } },
  ofrepEvaluateAll: { context: { targetingKey: 'u' } },
}

/** Operations for sessions, not keys: see keys.test.ts. */
const BY_SESSION = ['createKey', 'listKeys', 'revokeKey']
const OPEN = ['getFlagsHealth', 'getPage', ...BY_SESSION]
const guarded = operationsOf('flags').filter((name) => !OPEN.includes(name))

const sendTo = (as: string, key: string | undefined, name = 'there', raw?: string) => {
  const { method, path } = declaredOperation(as)
  return call(method.toUpperCase(), path.replace('{key}', name), {
    ...(key ? { key } : {}),
    ...(raw !== undefined ? { raw } : BODIES[as] ? { body: BODIES[as] } : {}),
    as,
  })
}

verifies('FLG-5-1', 'every route but the page and health: 401 without a credential', async () => {
  const answers = await Promise.all(guarded.map((as) => sendTo(as, undefined)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
})

describe.each(guarded)('%s', (as) => {
  const { method, path } = declaredOperation(as)
  const send = (key: string | undefined, name = 'there', raw?: string) => sendTo(as, key, name, raw)
  const hasBody = as in BODIES
  const takesKey = path.includes('{key}') && as !== 'putSegment'

  test('401 with a key of the image service', async () => {
    expect((await send(await keyWithScopes(['generate', 'read']))).status).toBe(401)
  })

  if (hasBody) {
    test('413 for a body beyond its limit, 415 for one that is not JSON', async () => {
      const key = await newFlagKey()
      const large = await send(key, 'there', JSON.stringify({ reason: 'x'.repeat(140_000) }))
      expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
      const text = await call(method.toUpperCase(), path.replace('{key}', 'there'), {
        key,
        raw: 'a=b',
        headers: { 'content-type': 'text/plain' },
        as,
      })
      expect(text.status).toBe(415)
    })
  }

  if (takesKey) {
    test('404 for a flag of another organization or environment, as for a flag that does not exist', async () => {
      const owner = await newFlagKey()
      await newFlag(owner, { key: 'there', type: 'percentage', percentage: 10 })
      const stranger = await newFlagKey()
      const foreign = await send(stranger, 'there')
      const absent = await send(stranger, 'never')
      expect([foreign.status, absent.status]).toEqual([404, 404])
      const unnamed = ({ body }: typeof foreign) => JSON.stringify(body).replaceAll(/there|never/g, '…')
      expect(unnamed(foreign)).toEqual(unnamed(absent))
      const elsewhere = await call(method.toUpperCase(), `${path.replace('{key}', 'there')}?environment=staging`, {
        key: owner,
        ...(BODIES[as] ? { body: BODIES[as] } : {}),
        as,
      })
      expect(elsewhere.status).toBe(404)
    })
  }
})
