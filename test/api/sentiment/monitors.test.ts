import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MONITORS_MAX } from '../../../lambdas/sentiment/monitors/monitor-table.ts'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages } from '../../support/control.ts'
import { type IngestReceiver, startIngest } from '../../support/ingest-receiver.ts'
import {
  callMonitor,
  createMonitor,
  deleteMonitors,
  newOwner,
  type ShownMonitor,
  TOKEN,
} from '../../support/monitors.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { allRows } from '../../support/rows.ts'

let ingest: IngestReceiver
beforeAll(async () => {
  ingest = await startIngest()
})
afterAll(() => ingest.close())
afterEach(async () => {
  await endOutages()
  await deleteMonitors()
})

const getMonitor = (owner: { key: string; tenant: string }) =>
  callMonitor<ShownMonitor>(owner, 'GET', '', 'getSentimentMonitor')

describe('createSentimentMonitor', () => {
  verifies(
    ['SEN-2.5-1', 'SEN-5-1'],
    'returns 201 and stores the configuration, and no response contains its secrets',
    async () => {
      const owner = await newOwner()
      const { status, body, headers } = await createMonitor(owner, ingest.url)
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
      expect(body.monitor).toMatchObject({
        tenantId: owner.tenant,
        stage: 'local',
        enabled: true,
        ingestEndpoint: ingest.url,
        version: 1,
        source: 'simulated',
        platforms: {
          microblog: { enabled: true, maxResults: 50, hasCredentials: true },
          reviews: { enabled: false },
          social: { enabled: false },
        },
      })
      expect(body.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const read = await getMonitor(owner)
      expect([read.status, read.body]).toEqual([200, body.monitor])
      const rows = await allRows()
      for (const secret of ['secret-of-x', TOKEN, body.signingSecret]) {
        expect(JSON.stringify([body.monitor, read.body, rows])).not.toContain(secret)
      }
    },
  )

  test('returns 409 for a second monitor with the same tenantId, and the first stays unchanged', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    const second = await createMonitor(owner, ingest.url, { batchSize: 50 })
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect((await getMonitor(owner)).body).toMatchObject({ version: 1, batchSize: 100 })
  })

  test('returns 409 for each concurrent request above the limit', async () => {
    const owner = await newOwner()
    const options = { enabled: false }
    const createNth = (i: number) => createMonitor({ ...owner, tenant: `${owner.tenant}-${i}` }, ingest.url, options)
    const answers = await Promise.all(Array.from({ length: MONITORS_MAX + 8 }, (_, i) => createNth(i)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MONITORS_MAX)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'monitor_limit_reached'])
    const listed = await call<{ monitors: readonly ShownMonitor[] }>('GET', '/api/sentiment/monitors', {
      key: owner.key,
      as: 'listSentimentMonitors',
    })
    expect(listed.body.monitors).toHaveLength(MONITORS_MAX)
  })

  test('returns 409 above the limit of the organization until a monitor is deleted', async () => {
    const { key } = await newOwner()
    const ownerOfBrand = (i: number) => ({ key, tenant: `brand-${i}` })
    const options = { enabled: false }
    const statuses: number[] = []
    for (let i = 0; i < MONITORS_MAX; i++)
      statuses.push((await createMonitor(ownerOfBrand(i), ingest.url, options)).status)
    expect(statuses).toEqual(Array.from({ length: MONITORS_MAX }, () => 201))
    const refused = await createMonitor(ownerOfBrand(MONITORS_MAX), ingest.url, options)
    expect([refused.status, refused.body.code]).toEqual([409, 'monitor_limit_reached'])
    expect((await getMonitor(ownerOfBrand(MONITORS_MAX))).status).toBe(404)
    await callMonitor(ownerOfBrand(0), 'DELETE', '', 'deleteSentimentMonitor')
    expect((await createMonitor(ownerOfBrand(MONITORS_MAX), ingest.url, options)).status).toBe(201)
    for (let i = 1; i <= MONITORS_MAX; i++) await callMonitor(ownerOfBrand(i), 'DELETE', '', 'deleteSentimentMonitor')
  })

  test('returns 422 when the endpoint does not answer the challenge, and stores nothing', async () => {
    const owner = await newOwner()
    const silent = await startIngest(204)
    silent.answer.echoes = false
    const refused = await createMonitor(owner, silent.url)
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'endpoint_unverified', status: 204 }])
    silent.answer.status = 307
    silent.answer.location = ingest.url
    expect((await createMonitor(owner, silent.url)).body).toMatchObject({ code: 'endpoint_unverified', status: 307 })
    expect(ingest.received.filter(({ body: { data } }) => data.tenantId === owner.tenant)).toEqual([])
    await silent.close()
    expect((await createMonitor(owner, silent.url)).body).toMatchObject({ code: 'endpoint_unverified', status: null })
    expect((await getMonitor(owner)).status).toBe(404)
  })

  test('returns 400 with each missing or invalid field', async () => {
    const owner = await newOwner()
    const fieldsOf = async (options: object) => {
      const { status, body } = await createMonitor(owner, ingest.url, options)
      return [status, ...(body.errors ?? []).map(({ field }) => field)]
    }
    const microblog = { enabled: true, searchQueries: ['a'] }
    expect(await fieldsOf({ platforms: { microblog } })).toEqual([400, 'platforms.microblog.bearerToken'])
    expect(await fieldsOf({ platforms: { reviews: { enabled: true, apiKey: 'k' } } })).toEqual([
      400,
      'platforms.reviews.places',
    ])
    const social = { enabled: true, source: 'mastodon', searchQueries: ['tea'] }
    expect(await fieldsOf({ platforms: { social } })).toEqual([400, 'platforms.social.instance'])
    const privateInstance = { platforms: { social: { ...social, instance: '0x7f.1' } } }
    expect(await fieldsOf(privateInstance)).toEqual([400, 'platforms.social.instance'])
    const places = { enabled: true, source: 'app-store', places: ['../x'] }
    expect((await fieldsOf({ platforms: { reviews: places } }))[0]).toBe(400)
    expect(await fieldsOf({ scorer: 'comprehend' })).toEqual([400, 'scorer'])
    expect(await fieldsOf({ tenantId: 'No Name' })).toEqual([400, 'tenantId'])
  })

  test.each([
    'http://example.com/',
    'https://user:pw@example.com/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://93.184.216.34/',
    'https://metadata.internal/',
    'https://localhost.localdomain.local/',
    'https://example.com:25/',
    'https://example.com:9001/',
    'ftp://example.com/',
    'javascript:alert(1)',
  ])('returns 400 for the endpoint %s', async (endpoint) => {
    const { status, body } = await createMonitor(await newOwner(), endpoint)
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'ingestEndpoint'])
  })

  test('allows a signed-in user to list the monitors of the organization', async () => {
    const person = await newPerson()
    const listed = await asPerson(person, 'GET', '/api/sentiment/monitors', { as: 'listSentimentMonitors' })
    expect([listed.status, listed.body]).toEqual([200, { monitors: [] }])
  })

  test('returns 403 for a read-only key, which can list monitors', async () => {
    const owner = await newOwner(['sentiment:read'])
    expect((await createMonitor(owner, ingest.url)).status).toBe(403)
    expect((await call('GET', '/api/sentiment/monitors', { key: owner.key, as: 'listSentimentMonitors' })).status).toBe(
      200,
    )
  })
})
