import { createHash } from 'node:crypto'
import { createFlags } from '@signet/flags'
import { httpFlagSource } from '@signet/flags/propagation'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { newFlag, newFlagKey, patchFlag } from '../../support/flags.ts'
import { platformOrigin } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const evaluate = (key: string, name: string, context: object) =>
  call('POST', `/ofrep/v1/evaluate/flags/${name}`, { key, body: { context }, as: 'ofrepEvaluate' })
const evaluateAll = (key: string, context: object, headers: Record<string, string> = {}) =>
  call<{ flags: { key: string; value?: unknown; errorCode?: string }[] }>('POST', '/ofrep/v1/evaluate/flags', {
    key,
    body: { context },
    headers,
    as: 'ofrepEvaluateAll',
  })

describe('OFREP', () => {
  test('200 with value, reason, variant and metadata; a variant with a payload returns the payload', async () => {
    const key = await newFlagKey()
    const variants = [{ key: 'blue', weight: 1, payload: { hex: '#00f' } }]
    await newFlag(key, { key: 'color', type: 'variant', variants })
    const { status, body } = await evaluate(key, 'color', { targetingKey: 'u1' })
    expect([status, body]).toEqual([
      200,
      { key: 'color', value: { hex: '#00f' }, reason: 'STATIC', variant: 'blue', metadata: { version: 1 } },
    ])
  })

  test('200 with the value null for a null payload, never with the name of the variant', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'banner', type: 'variant', variants: [{ key: 'nothing', weight: 1, payload: null }] })
    const { status, body } = await evaluate(key, 'banner', { targetingKey: 'u1' })
    expect([status, body]).toMatchObject([200, { value: null, variant: 'nothing' }])
  })

  test('404 FLAG_NOT_FOUND for an unknown or archived flag; 400 TARGETING_KEY_MISSING without a targeting key', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'old', type: 'boolean', enabled: true, archived: true })
    await newFlag(key, { key: 'half', type: 'percentage', percentage: 50 })
    expect(await evaluate(key, 'none', {})).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } })
    expect(await evaluate(key, 'old', {})).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } })
    expect(await evaluate(key, 'half', {})).toMatchObject({ status: 400, body: { errorCode: 'TARGETING_KEY_MISSING' } })
    const explained = await call('POST', '/flags/old/explain', { key, body: {}, as: 'explainFlag' })
    expect(explained.status).toBe(404)
  })

  test('400 INVALID_CONTEXT for an invalid context; a code default is a success without a value', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'on', type: 'boolean', enabled: true })
    await newFlag(key, {
      key: 'off',
      type: 'variant',
      enabled: false,
      variants: [{ key: 'blue', weight: 1, payload: 1 }],
    })
    for (const context of [[], 'x', 7, null]) {
      const single = await call('POST', '/ofrep/v1/evaluate/flags/on', { key, body: { context }, as: 'ofrepEvaluate' })
      const bulk = await call('POST', '/ofrep/v1/evaluate/flags', { key, body: { context }, as: 'ofrepEvaluateAll' })
      expect([single.status, single.body.errorCode, bulk.body.errorCode]).toEqual([
        400,
        'INVALID_CONTEXT',
        'INVALID_CONTEXT',
      ])
    }
    const { body } = await evaluate(key, 'off', {})
    expect([body.reason, 'value' in body]).toEqual(['DISABLED', false])
  })

  test('bulk evaluation returns 304 if no value changed, and lists each flag that fails with its error', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'half', type: 'percentage', percentage: 50 })
    await newFlag(key, { key: 'on', type: 'boolean', enabled: true })
    const { body, headers } = await evaluateAll(key, {})
    expect(body.flags).toMatchObject([
      { key: 'half', errorCode: 'TARGETING_KEY_MISSING' },
      { key: 'on', value: true },
    ])
    const etag = String(headers.get('etag'))
    expect((await evaluateAll(key, {}, { 'if-none-match': etag })).status).toBe(304)
    expect((await evaluateAll(key, { targetingKey: 'u' }, { 'if-none-match': etag })).status).toBe(200)
    await patchFlag(key, 'on', { enabled: false, version: 2 })
    expect((await evaluateAll(key, {}, { 'if-none-match': etag })).status).toBe(200)
  })

  test('a rule that starts by the clock changes the response and its ETag', async () => {
    const key = await newFlagKey()
    const value = new Date(Date.now() + 400 * 86_400_000).toISOString()
    const rules = [{ attribute: 'currentTime', operator: 'after', value, result: true }]
    await newFlag(key, { key: 'launch', type: 'percentage', percentage: 0, rules })
    const before = await evaluateAll(key, { targetingKey: 'u', currentTime: '2026-01-01T00:00:00Z' })
    const after = await evaluateAll(key, { targetingKey: 'u', currentTime: '2030-01-01T00:00:00Z' })
    expect([before.body.flags[0]?.value, after.body.flags[0]?.value]).toEqual([false, true])
    expect(before.headers.get('etag')).not.toBe(after.headers.get('etag'))
  })
})

verifies(
  'FLG-4.3-5',
  'metrics count evaluations of the service by value and hour, without a write per evaluation',
  async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'on', type: 'boolean', enabled: true })
    for (let i = 0; i < 5; i++) await evaluate(key, 'on', { targetingKey: `u${i}` })
    await atLaterTime(11_000, () => evaluate(key, 'on', { targetingKey: 'u6' }))
    const { status, body } = await call('GET', '/flags/on/metrics', { key, as: 'getFlagMetrics' })
    expect([status, body]).toMatchObject([200, { evaluations: 6, variants: { true: 6 }, errors: {} }])
    expect(Number(body.p99LatencyMs)).toBeLessThan(5)
  },
)

test('explain returns every evaluation step', async () => {
  const key = await newFlagKey()
  const rules = [{ attribute: 'plan', operator: 'equals', value: 'pro', result: true }]
  await newFlag(key, { key: 'a', type: 'percentage', percentage: 0, rules })
  const { body } = await call<{ value: unknown; reason: string; steps: { step: string }[] }>(
    'POST',
    '/flags/a/explain',
    {
      key,
      body: { context: { user: 'u', plan: 'pro' } },
      as: 'explainFlag',
    },
  )
  expect([body.value, body.reason]).toEqual([true, 'TARGETING_MATCH'])
  expect(body.steps.length).toBeGreaterThan(1)
})

test('a remote library follows the service over HTTP, without a body if nothing changed', async () => {
  const key = await newFlagKey()
  await newFlag(key, { key: 'on', type: 'boolean', enabled: true })
  const statuses: number[] = []
  const recordingFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    statuses.push(response.status)
    return response
  }
  let time = 0
  const source = httpFlagSource({ url: String(testStack().urls.flags), key, fetch: recordingFetch })
  const flags = createFlags({ source, now: () => time, refreshing: { maxStaleMs: 10_000, budgetMs: 5_000 } })
  const invoke = async () => {
    time += 10_000
    await flags.refresh()
    return flags.isEnabled('on')
  }
  expect([await invoke(), await invoke()]).toEqual([true, true])
  await patchFlag(key, 'on', { enabled: false, version: 1 })
  expect([await invoke(), statuses]).toEqual([false, [200, 304, 200]])
  const unauthorizedSource = httpFlagSource({ url: String(testStack().urls.flags), key: 'plat_nobody' })
  await expect(unauthorizedSource.readNewer(undefined)).rejects.toThrow(/answered 401/)
})

test('snapshot returns 200 with the flags for local evaluation, and 304 if nothing changed', async () => {
  const key = await newFlagKey()
  await newFlag(key, { key: 'on', type: 'boolean', enabled: true })
  const { status, body, headers } = await call('GET', '/flags/snapshot', { key, as: 'getSnapshot' })
  expect([status, body]).toMatchObject([200, { version: 1, flags: [{ key: 'on' }] }])
  const ifNoneMatch = { 'if-none-match': String(headers.get('etag')) }
  expect((await call('GET', '/flags/snapshot', { key, headers: ifNoneMatch, as: 'getSnapshot' })).status).toBe(304)
})

verifies(
  ['FLG-2.3-6', 'FLG-6-1'],
  'audit returns entries newest first, in pages, each with the hash of its content',
  async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean' })
    await patchFlag(key, 'a', { enabled: true, version: 1, reason: 'launch' })
    await newFlag(key, { key: 'b', type: 'boolean' })
    type Page = { entries: Record<string, unknown>[]; nextCursor: string | null }
    const page = (query: string) => call<Page>('GET', `/flags/audit${query}`, { key, as: 'listAudit' })
    const first = (await page('?limit=2')).body
    const second = (await page(`?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.entries, ...second.entries].map(({ sequence }) => sequence)).toEqual([3, 2, 1])
    expect(second.nextCursor).toBeNull()
    expect(first.entries[1]).toMatchObject({
      action: 'updated',
      key: 'a',
      actor: { type: 'key' },
      reason: 'launch',
      before: { enabled: false },
      after: { enabled: true },
      previousHash: second.entries[0]?.hash,
    })
    const sortFields = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sortFields)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([k, v]) => [k, sortFields(v)]),
      )
    }
    const { hash, ...content } = first.entries[1] ?? {}
    expect(
      createHash('sha256')
        .update(JSON.stringify(sortFields(content)))
        .digest('hex'),
    ).toBe(hash)
    const entriesOfFlag = await call<Page>('GET', '/flags/a/audit?limit=1', { key, as: 'listFlagAudit' })
    expect(entriesOfFlag.body).toMatchObject({ entries: [{ sequence: 2 }], nextCursor: expect.any(String) })
  },
)

test('health returns 200, and 400 for an unknown parameter', async () => {
  const { status, body } = await call('GET', '/health', { as: 'getFlagsHealth' })
  expect([status, body.status]).toEqual([200, 'ok'])
  const unknownParameter = await call('GET', '/health?surprise=1', { as: 'getFlagsHealth' })
  expect(unknownParameter.status).toBe(400)
})

test('getPage redirects to the console if the deployment has one, or else describes the API; 400 for a query', async () => {
  const { status, headers } = await call('GET', '/', { as: 'getPage' })
  const isAtEdge = testStack().kind === 'local'
  expect([status, headers.get('location')]).toEqual(isAtEdge ? [302, `${platformOrigin()}/flags`] : [200, null])
  expect((await call('GET', '/?surprise=1', { as: 'getPage' })).status).toBe(400)
})
