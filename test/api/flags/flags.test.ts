import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, platformKeyOf } from '../../support/api.ts'
import { type AnsweredFlag, newFlag, newFlagKey, patchFlag, readFlag } from '../../support/flags.ts'
import { newOrganization, switchTo } from '../../support/organizations.ts'
import { asPerson } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'

const list = (key: string, query = '') =>
  call<{ flags: AnsweredFlag[]; nextCursor: string | null; version: number }>('GET', `/flags${query}`, {
    key,
    as: 'listFlags',
  })

const VARIANTS = [
  { key: 'red', weight: 50 },
  { key: 'blue', weight: 50, payload: { hex: '#00f' } },
]

describe('create', () => {
  verifies('FLG-4.3-4', '201 with a version, an ETag and a unique salt; a boolean flag is off by default', async () => {
    const key = await newFlagKey()
    const { status, body, headers } = await call<AnsweredFlag>('POST', '/flags', {
      key,
      body: { key: 'checkout', type: 'boolean' },
      as: 'createFlag',
    })
    expect([status, headers.get('etag')]).toEqual([201, '"1"'])
    expect(body).toMatchObject({ key: 'checkout', enabled: false, default: false, rules: [], version: 1 })
    const other = await newFlag(key, { key: 'banner', type: 'boolean', enabled: true })
    expect(other.salt).not.toBe(body.salt)
    expect(await readFlag(key, 'checkout')).toEqual(body)
  })

  test('409 flag_exists', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'checkout', type: 'boolean' })
    const second = await call('POST', '/flags', { key, body: { key: 'checkout', type: 'boolean' }, as: 'createFlag' })
    expect([second.status, second.body.code]).toEqual([409, 'flag_exists'])
  })

  test('concurrent creations get distinct versions, and the log is complete', async () => {
    const key = await newFlagKey()
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, i) => newFlag(key, { key: `flag-${i}`, type: 'boolean' })),
    )
    expect(created.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await list(key)).body).toMatchObject({ version: 8 })
    const { body } = await call('GET', '/flags/audit/verify', { key, as: 'verifyAudit' })
    expect(body).toMatchObject({ valid: true, entries: 8, brokenAt: null })
  })

  const invalidFlags: readonly (readonly [what: string, field: string, flag: object])[] = [
    ['a key with a space', 'key', { key: 'a b', type: 'boolean' }],
    ['a key that is also a path', 'key', { key: 'audit', type: 'boolean' }],
    ['an unknown type', 'type', { key: 'a', type: 'gradual' }],
    ['a percentage flag without a percentage', 'percentage', { key: 'a', type: 'percentage' }],
    ['a percentage above 100', 'percentage', { key: 'a', type: 'percentage', percentage: 101 }],
    ['a percentage of four decimals', 'percentage', { key: 'a', type: 'percentage', percentage: 0.0001 }],
    ['a variant flag without variants', 'variants', { key: 'a', type: 'variant' }],
    ['a repeated variant', 'variants.1.key', { key: 'a', type: 'variant', variants: [VARIANTS[0], VARIANTS[0]] }],
    ['a default that is not a variant', 'default', { key: 'a', type: 'variant', variants: VARIANTS, default: 'green' }],
    [
      'an unknown operator',
      'rules.0.operator',
      { key: 'a', type: 'boolean', rules: [{ attribute: 'user', operator: 'resembles', value: 'x', result: true }] },
    ],
    [
      'a pattern with a lookahead',
      'rules.0.value',
      { key: 'a', type: 'boolean', rules: [{ attribute: 'user', operator: 'regex', value: '(?=x)', result: true }] },
    ],
    ['an unknown prerequisite', 'prerequisites.0.flag', { key: 'a', type: 'boolean', prerequisites: [{ flag: 'b' }] }],
    [
      'a scheduled day that does not exist',
      'schedule.0.at',
      { key: 'a', type: 'boolean', schedule: [{ at: '2026-02-30T00:00:00Z', set: { enabled: true } }] },
    ],
    [
      'a time without its offset, in a rule',
      'rules.0.value',
      {
        key: 'a',
        type: 'boolean',
        rules: [{ attribute: 'currentTime', operator: 'after', value: '2026-02-03T00:00:00', result: true }],
      },
    ],
    ['an unknown field', 'color', { key: 'a', type: 'boolean', color: 'red' }],
  ]
  test.each(invalidFlags)('400 names %s', async (_, field, flag) => {
    const key = await newFlagKey()
    const { status, body } = await call<{ errors: { field: string }[] }>('POST', '/flags', {
      key,
      body: flag,
      as: 'createFlag',
    })
    expect([status, body.errors.map((error) => error.field)]).toEqual([400, expect.arrayContaining([field])])
    expect((await list(key)).body).toMatchObject({ flags: [], version: 0 })
  })
})

describe('read and list', () => {
  test('returns flags sorted by key, in pages, and by tag; each environment has separate flags', async () => {
    const key = await newFlagKey()
    for (const name of ['c', 'a', 'b'])
      await newFlag(key, { key: name, type: 'boolean', tags: name === 'b' ? ['x'] : [] })
    const first = (await list(key, '?limit=2')).body
    expect(first.flags.map((flag) => flag.key)).toEqual(['a', 'b'])
    const secondPage = (await list(key, `?limit=2&cursor=${first.nextCursor}`)).body
    expect([secondPage.flags.map((flag) => flag.key), secondPage.nextCursor]).toEqual([['c'], null])
    expect((await list(key, '?tag=x')).body.flags.map((flag) => flag.key)).toEqual(['b'])
    expect((await list(key, '?environment=staging')).body).toMatchObject({ flags: [], version: 0 })
    expect((await list(key, '?stale=true')).body.flags).toEqual([])
    expect((await list(key, '?cursor=nonsense')).status).toBe(400)
  })
})

describe('change', () => {
  test('409 version_conflict with the current version; 400 without a version in the body or If-Match', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean' })
    const enabled = await patchFlag(key, 'a', { enabled: true, version: 1, reason: 'launch' })
    expect([enabled.status, enabled.body.enabled, enabled.body.version, enabled.headers.get('etag')]).toEqual([
      200,
      true,
      2,
      '"2"',
    ])
    const outdated = await patchFlag(key, 'a', { enabled: false, version: 1 })
    expect([outdated.status, outdated.body]).toMatchObject([409, { code: 'version_conflict', version: 2 }])
    const withoutVersion = await patchFlag(key, 'a', { enabled: false })
    expect([withoutVersion.status, withoutVersion.body]).toMatchObject([400, { errors: [{ field: 'version' }] }])
    const byHeader = (value: string) =>
      call('PATCH', '/flags/a', { key, headers: { 'if-match': value }, body: { enabled: false }, as: 'updateFlag' })
    expect([(await byHeader('"1"')).status, (await byHeader('*')).status, (await byHeader('W/"x"')).status]).toEqual([
      409, 200, 400,
    ])
  })

  test('null removes a field; invalid values are refused without a change', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean', enabled: true, experiment: 'x' })
    const { body } = await patchFlag(key, 'a', { experiment: null, version: 1 })
    expect('experiment' in body).toBe(false)
    const withPercentage = await patchFlag(key, 'a', { percentage: 10, version: 2 })
    expect([withPercentage.status, withPercentage.body]).toMatchObject([400, { errors: [{ field: 'percentage' }] }])
    const refused = await patchFlag(key, 'a', { type: 'variant', version: 2 })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { errors: [{ field: 'variants' }, { field: 'default' }] },
    ])
    expect(await readFlag(key, 'a')).toEqual(body)
  })

  test('a variant with all the weight is returned to every user', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'variant', variants: VARIANTS })
    const valuesByUser = async () => {
      const values: unknown[] = []
      for (let i = 0; i < 40; i++) {
        const body = { context: { user: `u${i}` } }
        values.push((await call('POST', '/flags/a/explain', { key, body, as: 'explainFlag' })).body.value)
      }
      return values
    }
    const before = await valuesByUser()
    await patchFlag(key, 'a', {
      variants: [
        { key: 'red', weight: 100 },
        { key: 'blue', weight: 0 },
      ],
      version: 1,
    })
    const after = await valuesByUser()
    expect(after.every((answer) => answer === 'red')).toBe(true)
    expect(before.filter((answer) => answer === 'red').length).toBeGreaterThan(5)
  })

  test('dry_run counts the users who would move, and writes nothing', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'percentage', percentage: 20 })
    const { status, body } = await call('PATCH', '/flags/a?dry_run=true', {
      key,
      body: { percentage: 30, version: 1 },
      as: 'updateFlag',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ users: 10_000, moves: [{ from: 'false', to: 'true' }] })
    expect(Math.abs(Number(body.movedPercent) - 10)).toBeLessThan(1.5)
    expect(await readFlag(key, 'a')).toMatchObject({ percentage: 20, version: 1 })
    const outdated = await call('PATCH', '/flags/a?dry_run=true', { key, body: { version: 7 }, as: 'updateFlag' })
    expect(outdated.status).toBe(409)
  })

  test('a cycle of prerequisites is refused', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean' })
    await newFlag(key, { key: 'b', type: 'boolean', prerequisites: [{ flag: 'a' }] })
    const cycle = await patchFlag(key, 'a', { prerequisites: [{ flag: 'b' }], version: 1 })
    expect([cycle.status, cycle.body]).toMatchObject([400, { errors: [{ field: 'prerequisites.0.flag' }] }])
  })
})

describe('delete and revert', () => {
  test('204, then 404; the log remains, and a revert restores the flag', async () => {
    const key = await newFlagKey()
    const createdFlag = await newFlag(key, { key: 'a', type: 'percentage', percentage: 20 })
    await patchFlag(key, 'a', { percentage: 80, version: 1 })
    const outdated = await call('DELETE', '/flags/a', { key, headers: { 'if-match': '"1"' }, as: 'deleteFlag' })
    expect([outdated.status, outdated.body.code]).toEqual([409, 'version_conflict'])
    expect((await call('DELETE', '/flags/a', { key, as: 'deleteFlag' })).status).toBe(204)
    expect((await call('GET', '/flags/a', { key, as: 'getFlag' })).status).toBe(404)
    const { body } = await call<AnsweredFlag>('POST', '/flags/a/revert', { key, body: { to: 1 }, as: 'revertFlag' })
    expect(body).toMatchObject({ percentage: 20, salt: createdFlag.salt, version: 4 })
    const deletedVersion = await call('POST', '/flags/a/revert', { key, body: { to: 3 }, as: 'revertFlag' })
    expect(deletedVersion.status).toBe(404)
  })

  test('409 flag_in_use names the flags that require it', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean' })
    await newFlag(key, { key: 'b', type: 'boolean', prerequisites: [{ flag: 'a' }] })
    const { status, body } = await call('DELETE', '/flags/a', { key, as: 'deleteFlag' })
    expect([status, body]).toMatchObject([409, { code: 'flag_in_use', flags: ['b'] }])
  })
})

test('the demo identities have platform keys', async () => {
  expect((await list(platformKeyOf('pro'))).status).toBe(200)
})

test('a session sees the same flags as the keys of its organization, and no others', async () => {
  const { session } = await newUser()
  await newFlag(session, { key: 'mine', type: 'boolean' })
  expect((await list(session)).body.flags).toHaveLength(1)
  expect((await list((await newUser()).session)).body.flags).toEqual([])
})

describe('a session', () => {
  test('gets 401 unauthenticated and creates no flag if the page shows another organization', async () => {
    const { org, owner } = await newOrganization()
    const { body } = await asPerson(owner.person, 'GET', '/api/account/me', { as: 'getMe' })
    await switchTo(owner.person, org)
    const createBanner = (shownOrganization: unknown) =>
      asPerson(owner.person, 'POST', '/flags', {
        body: { key: 'banner', type: 'boolean' },
        headers: { 'signet-organization': String(shownOrganization), 'sec-fetch-site': 'same-origin' },
        as: 'createFlag',
      })
    const refused = await createBanner(body.orgId)
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    // The flag's key is still free, so no flag was created.
    expect((await createBanner(org)).status).toBe(201)
  })
})
