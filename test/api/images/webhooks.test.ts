import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, describe, expect, test } from 'vitest'
import type { WebhookSecret } from '../../../lambdas/images/contract/webhooks.ts'
import { type Answer, call, newAddress } from '../../support/api.ts'
import { waitForEvent } from '../../support/bus.ts'
import { endOutages, killAt, planOutage, runFunction, runWithMessage, stackNow } from '../../support/control.ts'
import { waitForIdleJobs } from '../../support/job-faults.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { keyWithScopes, newTenant } from '../../support/keys.ts'
import { pauses } from '../../support/pauses.ts'
import { type Answering, type Receiver, startReceiver } from '../../support/receiver.ts'
import { answersInOutages } from '../../support/table-outage.ts'
import { verifyWebhook } from '../../support/verified-webhook.ts'

const MINUTE = 60_000
let receivers: Receiver[] = []
const receiver = async (answering?: Answering): Promise<Receiver> => {
  const started = await startReceiver(answering)
  receivers.push(started)
  return started
}
afterEach(async () => {
  await endOutages()
  for (const each of receivers) await each.close()
  receivers = []
})

const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false } as const
const secretOf = (key: string): Promise<Answer<WebhookSecret>> =>
  call<WebhookSecret>('GET', '/v2/webhook-secret', { key, as: 'getWebhookSecret' })
const rotate = (key: string, headers = {}): Promise<Answer<WebhookSecret>> =>
  call<WebhookSecret>('POST', '/v2/webhook-secret/rotate', { key, headers, as: 'rotateWebhookSecret' })
const job = async (id: string, key: string): Promise<Job> =>
  (await call<Job>('GET', `/v2/jobs/${id}`, { key, as: 'job_get' })).body

/** Polls until the webhook of a job is in this state. */
const jobWithWebhookState = async (id: string, key: string, state: string): Promise<Job> => {
  const until = Date.now() + 20_000
  const pause = pauses()
  for (;;) {
    const found = await job(id, key)
    if (found.webhook?.state === state) return found
    if (Date.now() > until) throw new Error(`The notification is still ${JSON.stringify(found.webhook)}`)
    await pause()
  }
}

/** Seconds of the stack's clock, as sent to the receiver. The stack's clock is ahead of this process. */
const timeOf = ({ headers }: { headers: Record<string, string | undefined> }) => Number(headers['webhook-timestamp'])

describe('the webhook of a job', () => {
  test('arrives on completion: signed, with the job as GET returns it', async () => {
    const { key } = await newTenant()
    const { url, until, received } = await receiver()
    // Too long for the row.
    const prompt = 'a lighthouse above the sea, '.repeat(70)
    const { status, body: accepted } = await generate({ ...draft, prompt, webhook_url: url }, { key })
    expect(status).toBe(202)
    expect(accepted.webhook).toMatchObject({ url, state: 'pending', attempts: 0, last_status: null })
    const [notification] = await until(1)
    const { secret } = (await secretOf(key)).body
    const event = verifyWebhook(notification!, secret, timeOf(notification!)) as { type: string; data: Job }
    const now = await jobWithWebhookState(accepted.job_id, key, 'delivered')
    const history = [{ at: expect.any(String), status: 204 }]
    const delivered = { state: 'delivered', attempts: 1, last_status: 204, next_attempt_at: null, history }
    expect(now.webhook).toEqual({ url, ...delivered })
    expect(event.type).toBe('job.completed')
    expect(now).toMatchObject({ ...event.data, webhook: {} })
    expect(verifyWebhook(notification!, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', timeOf(notification!))).toBe(
      'no signature is valid',
    )
    expect(received).toHaveLength(1)
  })

  test('arrives on failure, also for a waiting caller', async () => {
    const { key } = await newTenant()
    const { url, until } = await receiver()
    const { status } = await generate({ ...draft, prompt: 'nsfw', sync: true, webhook_url: url }, { key })
    expect(status).toBe(422)
    const [notification] = await until(1)
    expect(JSON.parse(notification?.body ?? '')).toMatchObject({
      type: 'job.failed',
      data: { state: 'failed', error_code: 'content_rejected' },
    })
  })

  test('repeats after five seconds when its receiver fails, as the same event', async () => {
    const { key, tenantId } = await newTenant()
    const { url, until } = await receiver((nth) => ({ status: nth === 1 ? 500 : 200 }))
    const { body: accepted } = await generate({ ...draft, webhook_url: url }, { key })
    await until(1)
    const { webhook } = await jobWithWebhookState(accepted.job_id, key, 'pending')
    expect(webhook?.attempts).toBe(1)
    const leftMs = Date.parse(String(webhook?.next_attempt_at)) - (await stackNow())
    expect(Math.abs(leftMs - 5_000)).toBeLessThan(3_000)
    await runWithMessage('images-notify', { tenantId, jobId: accepted.job_id }, { after: 7_000 })
    const [first, second] = await until(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect((await jobWithWebhookState(accepted.job_id, key, 'delivered')).webhook).toMatchObject({
      attempts: 2,
      last_status: 200,
    })
  })

  test('stops after status 410, and is not sent to a redirect target', async () => {
    const { key } = await newTenant()
    const elsewhere = await receiver()
    const gone = await receiver(() => ({ status: 410 }))
    const moved = await receiver(() => ({ status: 302, headers: { location: elsewhere.url } }))
    const { body: first } = await generate({ ...draft, webhook_url: gone.url }, { key })
    expect((await jobWithWebhookState(first.job_id, key, 'failed')).webhook).toMatchObject({
      attempts: 1,
      last_status: 410,
    })
    const { body: second } = await generate({ ...draft, webhook_url: moved.url }, { key })
    await moved.until(1)
    const { webhook } = await job(second.job_id, key)
    expect(webhook?.state).toBe('pending')
    expect(elsewhere.received).toEqual([])
  })

  test('does not delay the job: it is completed while a slow receiver is still being called', async () => {
    const { key } = await newTenant()
    const slow = await receiver(() => undefined)
    const { body: accepted } = await generate({ ...draft, webhook_url: slow.url }, { key })
    await slow.until(1)
    expect(await job(accepted.job_id, key)).toMatchObject({
      state: 'completed',
      webhook: { state: 'pending', attempts: 1 },
    })
  })

  test('arrives although its end was not published at once, and although its sender was killed', async () => {
    const { key } = await newTenant()
    const { url, until } = await receiver()
    await planOutage({ function: 'images-encode', service: 'events', operation: 'PutEvents', times: 100 })
    const { body: lostJob } = await generate({ ...draft, webhook_url: url }, { key })
    expect((await waitForEnd(lostJob.job_id, { key })).job.state).toBe('completed')
    await waitForIdleJobs()
    await endOutages()
    await runFunction('images-sweep', { after: 2 * MINUTE })
    await until(1)
    await jobWithWebhookState(lostJob.job_id, key, 'delivered')
    await killAt('images-notify', 'after')
    const { body: killed } = await generate({ ...draft, webhook_url: url }, { key })
    await jobWithWebhookState(killed.job_id, key, 'delivered')
    const event = await waitForEvent(({ subject }) => subject === killed.job_id)
    await runWithMessage('images-notify', event, { after: 5 * MINUTE })
    expect(await job(killed.job_id, key)).toMatchObject({ webhook: { state: 'delivered', attempts: 1 } })
  })

  test('never reaches the receiver of a job deleted before its end', async () => {
    const { key } = await newTenant()
    const { url, received } = await receiver()
    await planOutage({ service: 'sqs', operation: 'SendMessage', times: 10 })
    const { body: accepted } = await generate({ ...draft, webhook_url: url }, { key })
    await endOutages()
    await call('DELETE', `/v2/jobs/${accepted.job_id}`, { key, as: 'job_delete' })
    await runFunction('images-sweep', { after: 2 * MINUTE })
    await waitForIdleJobs()
    expect(received).toEqual([])
  })
})

describe('an invalid webhook_url is refused, and nothing is charged', () => {
  test('when it is not public', async () => {
    const { key } = await newTenant()
    for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/', 'http://example.com/', 'https://intranet/', 'x']) {
      const { status, body } = await generate({ ...draft, webhook_url: url }, { key })
      expect([url, status]).toEqual([url, 400])
      expect(body).toMatchObject({ code: 'invalid_input', errors: [{ field: 'webhook_url' }] })
    }
    const long = `https://example.com/${'x'.repeat(2048)}`
    expect((await generate({ ...draft, webhook_url: long }, { key })).status).toBe(400)
    const { body } = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
    expect(body.jobs).toEqual([])
  })

  test('when the caller is anonymous, with the advice to use a key', async () => {
    const { status, body } = await generate({ ...draft, webhook_url: 'https://example.com/' }, { from: newAddress() })
    expect([status, body]).toMatchObject([400, { error: expect.stringContaining('API key') }])
  })
})

describe('the webhook secret', () => {
  test('belongs to the tenant, and after a rotation both secrets sign for a day', async () => {
    const { key } = await newTenant()
    const { key: other } = await newTenant()
    const { body: old, headers } = await secretOf(key)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(old).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      rotated_at: null,
      previous_valid_until: null,
    })
    expect((await secretOf(other)).body.secret).not.toBe(old.secret)
    const rotated = await rotate(key, { 'idempotency-key': 'once' })
    expect(rotated.body.secret).not.toBe(old.secret)
    const again = await rotate(key, { 'idempotency-key': 'once' })
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', rotated.body])
    expect((await secretOf(key)).body).toEqual(rotated.body)
    const { url, until } = await receiver()
    await generate({ ...draft, webhook_url: url }, { key })
    const [notification] = await until(1)
    for (const { secret } of [old, rotated.body])
      expect(verifyWebhook(notification!, secret, timeOf(notification!))).toMatchObject({ type: 'job.completed' })
  })

  const routes = [
    ['getWebhookSecret', 'GET', '/v2/webhook-secret'],
    ['rotateWebhookSecret', 'POST', '/v2/webhook-secret/rotate'],
  ] as const
  for (const [as, method, path] of routes) {
    test(`${as} returns 401 without a key, 403 for one without generate, 400 for unknown parameters`, async () => {
      expect((await call(method, path, { from: newAddress(), as })).status).toBe(401)
      expect((await call(method, path, { key: await keyWithScopes(['read']), as })).status).toBe(403)
      const { key } = await newTenant()
      const unknownParameter =
        method === 'GET'
          ? await call(method, `${path}?all=1`, { key, as })
          : await call(method, path, { key, body: { all: 1 }, as })
      expect(unknownParameter.status).toBe(400)
    })
  }

  test('returns 503 while the table is throttled and 500 while it is broken', async () => {
    const { key } = await newTenant()
    // The key is read first: the second read is the secret's.
    await secretOf(key)
    const requests = routes.map(
      ([as, method, path]) =>
        () =>
          call(method, path, { key, as }),
    )
    for (const { throttled, broken } of await answersInOutages('images-api', requests)) {
      expect([throttled.status, broken.status]).toEqual([503, 500])
    }
  })

  test('rotateWebhookSecret returns 413 and 415 for bodies that are too large or of another type', async () => {
    const { key } = await newTenant()
    const path = '/v2/webhook-secret/rotate'
    const as = 'rotateWebhookSecret'
    expect((await call('POST', path, { key, body: { a: 'x'.repeat(2_000) }, as })).status).toBe(413)
    const text = { 'content-type': 'text/plain' }
    expect((await call('POST', path, { key, raw: 'x', headers: text, as })).status).toBe(415)
  })
})
