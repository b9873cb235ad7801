import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'

const putSegment = (key: string, name: string, body: object, headers: Record<string, string> = {}) =>
  call<{ errors?: { field: string }[]; version?: number; code?: string }>('PUT', `/segments/${name}`, {
    key,
    body,
    headers,
    as: 'putSegment',
  })
const remove = (key: string, name: string, headers: Record<string, string> = {}) =>
  call('DELETE', `/segments/${name}`, { key, headers, as: 'deleteSegment' })
const beta = { when: { attribute: 'plan', operator: 'in', value: ['pro', 'agency'] } }

describe('segments', () => {
  test('rules of a flag refer to segments and follow their changes', async () => {
    const key = await newFlagKey()
    expect((await putSegment(key, 'beta', beta)).status).toBe(200)
    await newFlag(key, {
      key: 'a',
      type: 'percentage',
      percentage: 0,
      rules: [{ segment: 'beta', result: true }],
    })
    const valueFor = async (plan: string) => {
      const context = { user: 'u', plan }
      return (await call('POST', '/flags/a/explain', { key, body: { context }, as: 'explainFlag' })).body.value
    }
    expect([await valueFor('pro'), await valueFor('free')]).toEqual([true, false])
    await putSegment(key, 'beta', { when: { attribute: 'plan', operator: 'equals', value: 'free' }, version: 1 })
    expect([await valueFor('pro'), await valueFor('free')]).toEqual([false, true])
    const { body } = await call<{ segments: unknown[] }>('GET', '/segments', { key, as: 'listSegments' })
    expect(body.segments).toHaveLength(1)
    const log = await call<{ entries: { key: string; action: string }[] }>('GET', '/flags/audit', {
      key,
      as: 'listAudit',
    })
    expect(log.body.entries[0]).toMatchObject({ key: 'segment:beta', action: 'segment_written' })
    const verdict = await call('GET', '/flags/audit/verify', { key, as: 'verifyAudit' })
    expect(verdict.body).toMatchObject({ valid: true, entries: 3 })
  })

  test('409 segment_in_use while a rule uses it; 204 afterwards, then 404', async () => {
    const key = await newFlagKey()
    await putSegment(key, 'beta', beta)
    await newFlag(key, { key: 'a', type: 'boolean', rules: [{ all: [{ segment: 'beta' }], result: true }] })
    const refused = await remove(key, 'beta')
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'segment_in_use', flags: ['a'] }])
    await call('DELETE', '/flags/a', { key, as: 'deleteFlag' })
    expect([(await remove(key, 'beta')).status, (await remove(key, 'beta')).status]).toEqual([204, 404])
  })

  test('400 names a segment that does not exist, and an invalid operator', async () => {
    const key = await newFlagKey()
    const flag = { key: 'a', type: 'boolean', rules: [{ segment: 'beta', result: true }] }
    const { status, body } = await call('POST', '/flags', { key, body: flag, as: 'createFlag' })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'rules.0.segment' }] }])
    const wrong = await putSegment(key, 'beta', { when: { attribute: 'plan', operator: 'resembles', value: 'x' } })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'when.operator'])
  })
})

describe('changes of a segment', () => {
  const free = { when: { attribute: 'plan', operator: 'equals', value: 'free' } }

  test('409 version_conflict with the current version; only creation needs no version in the body or If-Match', async () => {
    const key = await newFlagKey()
    const created = await putSegment(key, 'beta', beta)
    expect([created.status, created.body.version, created.headers.get('etag')]).toEqual([200, 1, '"1"'])
    await newFlag(key, { key: 'a', type: 'boolean' })
    const withoutVersion = await putSegment(key, 'beta', free)
    expect([withoutVersion.status, withoutVersion.body, withoutVersion.headers.get('etag')]).toMatchObject([
      409,
      { code: 'version_conflict', version: 1 },
      '"1"',
    ])
    const second = await putSegment(key, 'beta', { ...free, version: 1 })
    expect([second.status, second.body.version]).toEqual([200, 3])
    const outdated = await putSegment(key, 'beta', { ...beta, version: 1 })
    expect([outdated.status, outdated.body]).toMatchObject([409, { code: 'version_conflict', version: 3 }])
    const byHeader = async (value: string) => (await putSegment(key, 'beta', beta, { 'if-match': value })).status
    expect([await byHeader('"1"'), await byHeader('*'), await byHeader('W/"x"')]).toEqual([409, 200, 400])
    const { body } = await call<{ segments: unknown[] }>('GET', '/segments', { key, as: 'listSegments' })
    expect(body.segments).toEqual([{ key: 'beta', ...beta, version: 4 }])
  })

  test('404 for a version of a deleted segment, so that a stale client does not restore it', async () => {
    const key = await newFlagKey()
    await putSegment(key, 'beta', beta)
    const outdated = await remove(key, 'beta', { 'if-match': '"7"' })
    expect([outdated.status, outdated.body]).toMatchObject([409, { code: 'version_conflict', version: 1 }])
    expect((await remove(key, 'beta', { 'if-match': '"1"' })).status).toBe(204)
    expect((await putSegment(key, 'beta', { ...beta, version: 1 })).status).toBe(404)
    expect((await putSegment(key, 'beta', beta, { 'if-match': '*' })).status).toBe(404)
    const recreated = await putSegment(key, 'beta', beta)
    expect([recreated.status, recreated.body.version]).toEqual([200, 3])
  })

  test('one of two concurrent creations or changes gets 409', async () => {
    const key = await newFlagKey()
    const race = async (body: object) =>
      (await Promise.all([putSegment(key, 'beta', body), putSegment(key, 'beta', body)]))
        .map(({ status }) => status)
        .sort()
    expect(await race(beta)).toEqual([200, 409])
    expect(await race({ ...free, version: 1 })).toEqual([200, 409])
  })

  test('400 for an unknown field: a misspelled version is not ignored', async () => {
    const { status, body } = await putSegment(await newFlagKey(), 'beta', { ...beta, verson: 1 })
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'verson'])
  })
})

describe('dry_run of a segment', () => {
  interface Preview {
    readonly moved: number | null
    readonly flags: { key: string; moved: number | null }[]
  }
  const dryPut = (key: string, name: string, body: object) =>
    call<Preview>('PUT', `/segments/${name}?dry_run=true`, { key, body, as: 'putSegment' })
  const rules = [{ segment: 'beta', result: true }]

  test('lists the flags that use the segment, directly or through a prerequisite, and writes nothing', async () => {
    const key = await newFlagKey()
    await putSegment(key, 'beta', beta)
    await newFlag(key, { key: 'a', type: 'boolean', enabled: true, rules })
    await newFlag(key, { key: 'b', type: 'boolean', enabled: true, prerequisites: [{ flag: 'a' }] })
    await newFlag(key, { key: 'c', type: 'boolean', enabled: true })
    await newFlag(key, { key: 'off', type: 'boolean', rules })
    const narrower = { when: { ...beta.when, value: ['pro'] }, version: 1 }
    const { status, body } = await dryPut(key, 'beta', narrower)
    expect(status).toBe(200)
    expect(body.flags.map((flag) => [flag.key, flag.moved])).toEqual([
      ['a', null],
      ['b', null],
      ['off', 0],
    ])
    expect(body.moved).toBeNull()
    const { body: listed } = await call<{ segments: object[] }>('GET', '/segments', { key, as: 'listSegments' })
    expect(listed.segments).toEqual([{ key: 'beta', ...beta, version: 1 }])
    expect((await dryPut(key, 'beta', { ...narrower, version: 9 })).status).toBe(409)
    expect((await dryPut(key, 'beta', { ...beta, version: 1 })).body.moved).toBe(0)
  })

  test('responds quickly for costly patterns that 20 flags use', async () => {
    const key = await newFlagKey()
    const costly = (value: string) => ({ when: { attribute: 'user', operator: 'regex', value } })
    await putSegment(key, 'beta', costly('(a?){90}b'))
    for (let i = 0; i < 20; i++) await newFlag(key, { key: `f${i}`, type: 'boolean', enabled: true, rules })
    const startedAt = performance.now()
    const { status, body } = await dryPut(key, 'beta', { ...costly('(a?){90}c'), version: 1 })
    expect([status, body.flags.length]).toEqual([200, 20])
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('creation moves no user; deletion returns 200 while no rule uses the segment, or else 409', async () => {
    const key = await newFlagKey()
    expect((await dryPut(key, 'beta', beta)).body).toMatchObject({ flags: [], moved: 0 })
    await putSegment(key, 'beta', beta)
    const dryRemove = () => call('DELETE', '/segments/beta?dry_run=true', { key, as: 'deleteSegment' })
    const unusedSegment = await dryRemove()
    expect([unusedSegment.status, unusedSegment.body]).toMatchObject([
      200,
      { segment: { key: 'beta' }, flags: [], moved: 0 },
    ])
    await newFlag(key, { key: 'a', type: 'boolean', rules })
    const refused = await dryRemove()
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'segment_in_use', flags: ['a'] }])
  })
})
