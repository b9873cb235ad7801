import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'
import { keyWithScopes } from '../../support/keys.ts'

/**
 * Valid bodies by operation, for a flag with the key `existing`. These tests complete the contract tests of
 * ../every-domain.
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

/** Operations that require a session: see keys.test.ts. */
const SESSION_OPERATIONS = ['createKey', 'listKeys', 'revokeKey']
const KEYLESS_OPERATIONS = ['getFlagsHealth', 'getPage', ...SESSION_OPERATIONS]
const guardedOperations = operationsOf('flags').filter((name) => !KEYLESS_OPERATIONS.includes(name))

const sendTo = (operation: string, key: string | undefined, name = 'existing', raw?: string) => {
  const { method, path } = declaredOperation(operation)
  return call(method.toUpperCase(), path.replace('{key}', name), {
    ...(key ? { key } : {}),
    ...(raw !== undefined ? { raw } : BODIES[operation] ? { body: BODIES[operation] } : {}),
    as: operation,
  })
}

verifies('FLG-5-1', 'every route but the page and health: 401 without a credential', async () => {
  const answers = await Promise.all(guardedOperations.map((as) => sendTo(as, undefined)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
})

describe.each(guardedOperations)('%s', (operation) => {
  const { method, path } = declaredOperation(operation)
  const send = (key: string | undefined, name = 'existing', raw?: string) => sendTo(operation, key, name, raw)
  const hasBody = operation in BODIES
  const takesKey = path.includes('{key}') && operation !== 'putSegment'

  test('401 with a key of the image service', async () => {
    expect((await send(await keyWithScopes(['generate', 'read']))).status).toBe(401)
  })

  if (hasBody) {
    test('413 for a body above the size limit, 415 for a body that is not JSON', async () => {
      const key = await newFlagKey()
      const large = await send(key, 'existing', JSON.stringify({ reason: 'x'.repeat(140_000) }))
      expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
      const text = await call(method.toUpperCase(), path.replace('{key}', 'existing'), {
        key,
        raw: 'a=b',
        headers: { 'content-type': 'text/plain' },
        as: operation,
      })
      expect(text.status).toBe(415)
    })
  }

  if (takesKey) {
    test('404 for a flag of another organization or environment, as for a flag that does not exist', async () => {
      const owner = await newFlagKey()
      await newFlag(owner, { key: 'existing', type: 'percentage', percentage: 10 })
      const otherKey = await newFlagKey()
      const foreignFlag = await send(otherKey, 'existing')
      const absentFlag = await send(otherKey, 'never')
      expect([foreignFlag.status, absentFlag.status]).toEqual([404, 404])
      const withoutName = ({ body }: typeof foreignFlag) => JSON.stringify(body).replaceAll(/existing|never/g, '…')
      expect(withoutName(foreignFlag)).toEqual(withoutName(absentFlag))
      const otherEnvironment = await call(
        method.toUpperCase(),
        `${path.replace('{key}', 'existing')}?environment=staging`,
        {
          key: owner,
          ...(BODIES[operation] ? { body: BODIES[operation] } : {}),
          as: operation,
        },
      )
      expect(otherEnvironment.status).toBe(404)
    })
  }
})
