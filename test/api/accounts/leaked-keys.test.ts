import { describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { newTenant } from '../../support/keys.ts'
import { mailsTo, waitForMail } from '../../support/mails.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const report = (key: string) =>
  call('POST', '/api/keys/leaked', { body: { key }, from: newAddress(), as: 'reportLeakedKey' })
const me = (key: string) => call('GET', '/api/account/me', { key, as: 'getMe' })

const leakEventsOf = async (prefix: string): Promise<readonly Record<string, unknown>[]> => {
  const response = await fetch(`${testStack().control}/_local/events`)
  type Detail = { readonly type: string; readonly data: Record<string, unknown> }
  const { events } = (await response.json()) as { events: { event: { detail: Detail } }[] }
  const details = events.map(({ event }) => event.detail)
  return details.flatMap(({ type, data }) =>
    type === 'org.signet.api-key.leaked.v1' && data.prefix === prefix ? [data] : [],
  )
}

describe('POST /api/keys/leaked', () => {
  test('returns 202 and revokes the key, removes it from the list, and emits one event with the user to notify', async () => {
    const ada = await newPerson()
    const createdKey = await asPerson(ada, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
    const key = String(createdKey.body.key)
    const { body: owner } = await me(key)
    const { status, body } = await report(key)
    expect([status, body]).toEqual([202, { received: true }])
    expect((await me(key)).status).toBe(401)
    expect((await asPerson(ada, 'GET', '/api/keys', { as: 'listApiKeys' })).body).toEqual([])
    await report(key)
    // The prefix of a key has 11 characters.
    const events = await leakEventsOf(key.slice(0, 11))
    expect(events).toMatchObject([{ key_id: createdKey.body.id, org_id: owner.orgId, user_id: owner.userId }])
    expect(JSON.stringify(events)).not.toContain(key)
    const { subject, text } = await waitForMail(ada.email)
    expect([subject, text]).toEqual([expect.stringContaining('leaked'), expect.stringContaining(key.slice(0, 11))])
    expect(text).not.toContain(key)
  })

  test('returns 202 for each of thirty concurrent reports, with one event and one mail', async () => {
    const ada = await newPerson()
    const createdKey = await asPerson(ada, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
    const key = String(createdKey.body.key)
    const responses = await Promise.all(Array.from({ length: 30 }, () => report(key)))
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(202))
    expect(await leakEventsOf(key.slice(0, 11))).toHaveLength(1)
    await waitForMail(ada.email)
    expect(await mailsTo(ada.email)).toHaveLength(1)
  })

  test('returns 202 for a key of the image service, which is then refused', async () => {
    const { key } = await newTenant()
    const jobs = () => call('GET', '/v2/jobs', { key, as: 'job_list' })
    expect((await jobs()).status).toBe(200)
    expect((await report(key)).status).toBe(202)
    expect((await jobs()).status).toBe(401)
  })

  test('returns 202 with the same body for a text that was never a key', async () => {
    const { key } = await newTenant({ prefix: 'plat_', scopes: ['account:read'] })
    const neverIssued = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`
    const answers = await Promise.all(['plat_x', neverIssued, 'hello'].map(report))
    for (const { status, body } of answers) expect([status, body]).toEqual([202, { received: true }])
    expect((await me(key)).status).toBe(200)
  })

  test('returns 400 without a key, 413, 415', async () => {
    const as = 'reportLeakedKey'
    const from = newAddress()
    for (const body of [{}, { key: '' }, { key: 1 }, { key: 'x'.repeat(201) }]) {
      expect((await call('POST', '/api/keys/leaked', { body, from, as })).status).toBe(400)
    }
    expect((await call('POST', '/api/keys/leaked', { body: { key: 'x'.repeat(9_000) }, from, as })).status).toBe(413)
    const text = { raw: 'a', headers: { 'content-type': 'text/plain' }, from, as }
    expect((await call('POST', '/api/keys/leaked', text)).status).toBe(415)
  })
})
