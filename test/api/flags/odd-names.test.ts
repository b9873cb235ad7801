import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'

const objectWith = <T>(name: string, value: T): Record<string, T> => Object.fromEntries([[name, value]])

describe.each(['constructor', 'toString'])('the name %s', (name) => {
  test('works for a tenant and a user with an override, an attribute, a variant, a payload and metadata', async () => {
    const key = await newFlagKey()
    const parts = {
      key: 'f',
      type: 'variant',
      variants: [
        { key: 'a', weight: 1 },
        { key: name, weight: 0, payload: objectWith(name, 1) },
      ],
      overrides: { tenants: objectWith(name, name), users: { ...objectWith(name, name), ada: 'a' } },
      rules: [{ attribute: name, operator: 'equals', value: 'x', result: name }],
      metadata: objectWith(name, 'fact'),
    }
    const created = await newFlag(key, parts)
    expect(JSON.parse(JSON.stringify(created))).toMatchObject({ rules: parts.rules, variants: parts.variants })
    const { body: read } = await call('GET', '/flags/f', { key, as: 'getFlag' })
    const { overrides, metadata } = read as unknown as typeof parts
    expect([overrides.tenants, overrides.users, metadata].map(Object.entries)).toEqual([
      [[name, name]],
      [
        [name, name],
        ['ada', 'a'],
      ],
      [[name, 'fact']],
    ])
    const contexts = [{ tenant: name }, { targetingKey: name }, objectWith(name, 'x'), { targetingKey: 'u' }]
    const explainedValue = async (context: object) =>
      (await call('POST', '/flags/f/explain', { key, body: { context }, as: 'explainFlag' })).body.value
    const ofrepVariant = async (context: object) =>
      (await call('POST', '/ofrep/v1/evaluate/flags/f', { key, body: { context }, as: 'ofrepEvaluate' })).body.variant
    for (const evaluate of [explainedValue, ofrepVariant]) {
      expect(await Promise.all(contexts.map(evaluate))).toEqual([name, name, name, 'a'])
    }
    const { body: verdict } = await call('GET', '/flags/audit/verify', { key, as: 'verifyAudit' })
    expect(verdict).toMatchObject({ valid: true, entries: 1 })
    const { body: change } = await call('PATCH', '/flags/f', {
      key,
      body: { version: 1, overrides: { users: objectWith(name, 'a') }, metadata: objectWith(name, 2) },
      as: 'updateFlag',
    })
    const after = change as unknown as typeof parts
    expect([after.overrides.users, after.metadata].map(Object.entries)).toEqual([[[name, 'a']], [[name, 2]]])
    const withoutMetadata = await call('PATCH', '/flags/f', {
      key,
      body: { version: 2, metadata: null },
      as: 'updateFlag',
    })
    expect([withoutMetadata.status, 'metadata' in withoutMetadata.body]).toEqual([200, false])
  })

  test('works for a flag and a segment', async () => {
    const key = await newFlagKey()
    const body = { when: { attribute: 'plan', operator: 'equals', value: 'pro' } }
    expect((await call('PUT', `/segments/${name}`, { key, body, as: 'putSegment' })).status).toBe(200)
    await newFlag(key, { key: name, type: 'boolean', enabled: true, rules: [{ segment: name, result: true }] })
    const context = { plan: 'pro' }
    const { body: answer } = await call('POST', `/flags/${name}/explain`, { key, body: { context }, as: 'explainFlag' })
    expect(answer.value).toBe(true)
  })
})

test('400 for a field named __proto__ in any spelling', async () => {
  const key = await newFlagKey()
  for (const name of ['__proto__', '\\u005f_proto_\\u005F']) {
    for (const [as, path, raw] of [
      ['createFlag', '/flags', `{"key":"f","type":"boolean","overrides":{"users":{"${name}":true}}}`],
      ['ofrepEvaluate', '/ofrep/v1/evaluate/flags/f', `{"context":{"${name}":"x"}}`],
    ] as const) {
      const { status, body } = await call('POST', path, { key, raw, as })
      expect([status, body]).toMatchObject([400, { code: 'invalid_json', error: expect.stringContaining('__proto__') }])
    }
  }
})

describe('400 with field and rule', () => {
  const LONE_SURROGATE = 'a\uD800'
  test.each<[string, string, object]>([
    [
      'a lone surrogate in a user’s ID',
      `overrides.users.${LONE_SURROGATE}`,
      { overrides: { users: { [LONE_SURROGATE]: true } } },
    ],
    [
      'a lone surrogate in a value',
      'rules.0.value',
      { rules: [{ attribute: 'x', operator: 'equals', value: LONE_SURROGATE }] },
    ],
    ['an override that is not a value', 'overrides.users.ada', { overrides: { users: { ada: 7 } } }],
    ['overrides that are not an object', 'overrides.users', { overrides: { users: [true] } }],
    ['invalid metadata', 'metadata.a', { metadata: { a: { b: 1 } } }],
    ['metadata that is not an object', 'metadata', { metadata: 'x' }],
    ['metadata that is null', 'metadata', { metadata: null }],
  ])('%s', async (_, field, parts) => {
    const key = await newFlagKey()
    const flag = { key: 'f', type: 'boolean', enabled: true, ...parts }
    const { status, body } = await call<{ errors: { field: string; message: string }[] }>('POST', '/flags', {
      key,
      raw: JSON.stringify(flag),
      as: 'createFlag',
    })
    expect([status, body.errors.map((error) => error.field)]).toEqual([400, [field]])
    expect(body.errors[0]?.message).toMatch(/well-formed|true or false|object|text/)
  })

  test('keys of flags and segments other than letters, digits, ".", "_" and "-" are refused', async () => {
    const key = await newFlagKey()
    for (const name of ['флаг', 'a b', '__proto__', LONE_SURROGATE, '']) {
      const { status, body } = await call('POST', '/flags', {
        key,
        raw: JSON.stringify({ key: name, type: 'boolean' }),
        as: 'createFlag',
      })
      expect([status, body]).toMatchObject([400, { errors: [{ field: 'key' }] }])
    }
    const body = { when: { attribute: 'x', operator: 'exists' } }
    const segment = await call('PUT', '/segments/__proto__', { key, body, as: 'putSegment' })
    expect(segment.status).toBe(400)
  })
})
