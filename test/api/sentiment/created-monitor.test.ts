import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { type IngestReceiver, startIngest } from '../../support/ingest-receiver.ts'
import {
  callMonitor,
  createMonitor,
  deleteMonitors,
  monitorRequest,
  newOwner,
  type ShownMonitor,
  TOKEN,
} from '../../support/monitors.ts'

let ingest: IngestReceiver
beforeAll(async () => {
  ingest = await startIngest()
})
afterAll(() => ingest.close())
afterEach(async () => {
  await endOutages()
  await deleteMonitors()
})

/** Makes the next write fail as if another request had changed the row after it was read. */
const simulateConcurrentChange = () =>
  planOutage({
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'sentiment-api',
    times: 1,
    status: 400,
    type: 'TransactionCanceledException',
    body: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }] },
  })

const getMonitor = (owner: { key: string; tenant: string }) =>
  callMonitor<ShownMonitor>(owner, 'GET', '', 'getSentimentMonitor')

describe('a sentiment monitor', () => {
  test('returns 404 to other organizations', async () => {
    const [owner, other] = await Promise.all([newOwner(), newOwner()])
    await createMonitor(owner, ingest.url)
    const list = await call<{ monitors: ShownMonitor[] }>('GET', '/api/sentiment/monitors', {
      key: owner.key,
      as: 'listSentimentMonitors',
    })
    expect(list.body.monitors.map(({ tenantId }) => tenantId)).toEqual([owner.tenant])
    const foreign = { key: other.key, tenant: owner.tenant }
    const routes = [
      ['GET', '', 'getSentimentMonitor'],
      ['PATCH', '', 'changeSentimentMonitor', {}],
      ['DELETE', '', 'deleteSentimentMonitor'],
      ['POST', '/test', 'testSentimentMonitor', {}],
      ['POST', '/secret', 'rotateSentimentSecret', {}],
      ['GET', '/cycles', 'listSentimentCycles'],
      ['GET', '/batches', 'listSentimentBatches'],
      ['POST', '/redrive', 'redriveSentimentBatches', {}],
    ] as const
    for (const [method, path, as, body] of routes) {
      expect([as, (await callMonitor(foreign, method, path, as, body)).status]).toEqual([as, 404])
    }
    // Another organization can use the same name.
    expect((await createMonitor(foreign, ingest.url)).status).toBe(201)
    expect((await getMonitor(owner)).status).toBe(200)
  })

  test('changeSentimentMonitor returns 200 and retains omitted fields and credentials, and returns 409 for an outdated version', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    const change = (body: object) => callMonitor<ShownMonitor>(owner, 'PATCH', '', 'changeSentimentMonitor', body)
    const microblog = { enabled: true, searchQueries: ['Kettle', 'Teapot'] }
    expect((await change({ platforms: { microblog }, version: 1 })).body).toMatchObject({
      version: 2,
      enabled: true,
      platforms: { microblog: { searchQueries: ['Kettle', 'Teapot'], maxResults: 100, hasCredentials: true } },
    })
    await simulateConcurrentChange()
    expect((await change({ batchSize: 50 })).status).toBe(409)
    const social = { enabled: true, searchQueries: ['tea'], identifier: 'acme.example', appPassword: 'p-of-bluesky' }
    const withSocial = await change({ platforms: { social }, enabled: false })
    expect(withSocial.body).toMatchObject({
      version: 3,
      enabled: false,
      platforms: { social: { hasCredentials: true } },
    })
    expect(JSON.stringify(withSocial.body)).not.toContain('p-of-bluesky')
    expect((await change({ batchSize: 50, version: 2 })).status).toBe(409)
    expect((await change({ batchSize: 5 })).status).toBe(400)
    expect((await change({ enabled: true })).body).toMatchObject({ version: 4, enabled: true })
  })

  test('changeSentimentMonitor returns 400 for a new endpoint without its token, and 422 if it does not answer the challenge', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    const withoutToken = { ingestEndpoint: 'http://127.0.0.1:1/unreachable' }
    const unchanged = await callMonitor<ShownMonitor>(owner, 'PATCH', '', 'changeSentimentMonitor', withoutToken)
    expect([unchanged.status, unchanged.body.errors?.[0]?.field]).toEqual([400, 'ingestAuthToken'])
    const body = { ...withoutToken, ingestAuthToken: 'another-secret' }
    expect((await callMonitor(owner, 'PATCH', '', 'changeSentimentMonitor', body)).status).toBe(422)
    expect((await getMonitor(owner)).body).toMatchObject({ version: 1, ingestEndpoint: ingest.url })
    const other = await startIngest()
    const movedMonitor = await callMonitor<ShownMonitor>(owner, 'PATCH', '', 'changeSentimentMonitor', {
      ingestEndpoint: other.url,
      ingestAuthToken: 'another-secret',
    })
    expect([movedMonitor.status, movedMonitor.body]).toMatchObject([200, { ingestEndpoint: other.url }])
    await other.close()
  })

  verifies(
    'SEN-5-2',
    'testSentimentMonitor returns 200 and reports whether the endpoint accepts a request with token and signature',
    async () => {
      const owner = await newOwner()
      const ownIngest = await startIngest(500)
      await createMonitor(owner, ownIngest.url)
      const testMonitor = () => callMonitor(owner, 'POST', '/test', 'testSentimentMonitor', {})
      expect((await testMonitor()).body).toEqual({ verified: true, status: 200 })
      expect(ownIngest.received.at(-1)?.headers).toMatchObject({
        authorization: `Bearer ${TOKEN}`,
        'webhook-signature': expect.stringMatching(/^v1,/),
        'content-digest': expect.stringMatching(/^sha-256=:.+:$/),
      })
      ownIngest.answer.echoes = false
      expect((await testMonitor()).body).toEqual({ verified: false, status: 500 })
      await ownIngest.close()
      expect((await testMonitor()).body).toEqual({ verified: false, status: null })
    },
  )

  test('rotateSentimentSecret returns 200, after which both secrets sign requests, and 409 after a concurrent change', async () => {
    const owner = await newOwner()
    const { body } = await createMonitor(owner, ingest.url)
    const rotate = () => callMonitor<{ signingSecret: string }>(owner, 'POST', '/secret', 'rotateSentimentSecret', {})
    const { status, body: rotated } = await rotate()
    expect([status, rotated.signingSecret === body.signingSecret]).toEqual([200, false])
    await callMonitor(owner, 'POST', '/test', 'testSentimentMonitor', {})
    const last = ingest.received.findLast(({ body: { data } }) => data.tenantId === owner.tenant)
    expect(String(last?.headers['webhook-signature']).split(' ')).toHaveLength(2)
    await simulateConcurrentChange()
    expect((await rotate()).status).toBe(409)
  })

  test('deleteSentimentMonitor returns 409 after a concurrent change, 204 on success, and then 404', async () => {
    const owner = await newOwner()
    await createMonitor(owner, ingest.url)
    await simulateConcurrentChange()
    expect((await callMonitor(owner, 'DELETE', '', 'deleteSentimentMonitor')).status).toBe(409)
    expect((await callMonitor(owner, 'DELETE', '', 'deleteSentimentMonitor')).status).toBe(204)
    expect((await callMonitor(owner, 'DELETE', '', 'deleteSentimentMonitor')).status).toBe(404)
    expect((await createMonitor(owner, ingest.url)).status).toBe(201)
  })

  test('createSentimentMonitor returns 413 for a configuration that is too large', async () => {
    const owner = await newOwner()
    const huge = { ...monitorRequest(owner, ingest.url), ingestAuthToken: 'x'.repeat(70_000) }
    const response = await call('POST', '/api/sentiment/monitors', {
      key: owner.key,
      body: huge,
      as: 'createSentimentMonitor',
    })
    expect(response.status).toBe(413)
  })
})
