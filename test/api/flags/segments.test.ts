import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'

describe('segments', () => {
  const put = (key: string, name: string, body: object) =>
    call<{ errors?: { field: string }[] }>('PUT', `/segments/${name}`, { key, body, as: 'putSegment' })
  const remove = (key: string, name: string) => call('DELETE', `/segments/${name}`, { key, as: 'deleteSegment' })
  const beta = { when: { attribute: 'plan', operator: 'in', value: ['pro', 'agency'] } }

  test('rules of a flag name them, and follow when they change', async () => {
    const key = await newFlagKey()
    expect((await put(key, 'beta', beta)).status).toBe(200)
    await newFlag(key, {
      key: 'a',
      type: 'boolean',
      enabled: true,
      percentage: 0,
      rules: [{ segment: 'beta', result: true }],
    })
    const valueFor = async (plan: string) => {
      const context = { user: 'u', plan }
      return (await call('POST', '/flags/a/explain', { key, body: { context }, as: 'explainFlag' })).body.value
    }
    expect([await valueFor('pro'), await valueFor('free')]).toEqual([true, false])
    await put(key, 'beta', { when: { attribute: 'plan', operator: 'equals', value: 'free' } })
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

  test('409 segment_in_use while a rule names it; 204 afterwards, and 404 then', async () => {
    const key = await newFlagKey()
    await put(key, 'beta', beta)
    await newFlag(key, { key: 'a', type: 'boolean', rules: [{ all: [{ segment: 'beta' }], result: true }] })
    const used = await remove(key, 'beta')
    expect([used.status, used.body]).toMatchObject([409, { code: 'segment_in_use', flags: ['a'] }])
    await call('DELETE', '/flags/a', { key, as: 'deleteFlag' })
    expect([(await remove(key, 'beta')).status, (await remove(key, 'beta')).status]).toEqual([204, 404])
  })

  test('400 names a segment that there is not, and what is wrong with one', async () => {
    const key = await newFlagKey()
    const flag = { key: 'a', type: 'boolean', rules: [{ segment: 'beta', result: true }] }
    const { status, body } = await call('POST', '/flags', { key, body: flag, as: 'createFlag' })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'rules.0.segment' }] }])
    const wrong = await put(key, 'beta', { when: { attribute: 'plan', operator: 'resembles', value: 'x' } })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'when.operator'])
  })
})
