import { forwardRefusal } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { signedClaims } from '../../../layers/kernel/src/platform-call.ts'
import { testSiblings } from '../../support/siblings.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const as = { tenantId: 't', orgId: 'o', userId: 'u', scopes: ['generate'] }

interface RecordedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

type Reply = () => Response | Promise<Response>

/** The image service with these responses, one per attempt, then repeating the last one. */
const imagesWith = (...replies: readonly Reply[]) => {
  const requests: RecordedRequest[] = []
  const pauses: number[] = []
  const fetch = async (url: string, { method = '', headers, body }: RequestInit): Promise<Response> => {
    requests.push({ url, method, headers: new Headers(headers), body })
    const reply = replies[Math.min(requests.length, replies.length) - 1]
    if (!reply) throw new Error('No reply is left')
    return reply()
  }
  const sleep = async (ms: number) => void pauses.push(ms)
  const { images } = testSiblings(['images'], { fetch, sleep, random: () => 0.5 })
  return { images, requests, pauses }
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers })
const broken: Reply = () => {
  throw new TypeError('fetch failed')
}
const busy = json(503, { error: 'Too busy', code: 'unavailable' })
const job = { job_id: 'j', state: 'queued' }

describe('a sibling request', () => {
  it('puts parameters where the contract declares them, and carries the trace and a credential for the called service', async () => {
    const { images, requests } = imagesWith(json(200, { jobs: [], next_cursor: null }))
    await images.job.list({ query: { limit: 5, cursor: 'a b' }, as, traceId: TRACE })
    const [request] = requests
    expect([request?.method, request?.url]).toEqual(['GET', 'https://images.example/v2/jobs?limit=5&cursor=a+b'])
    expect(request?.headers.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    const token = String(request?.headers.get('authorization')).replace('Bearer ', '')
    expect(signedClaims('secret', token)).toMatchObject({ aud: 'images', tenant: 't', org: 'o', user: 'u' })
  })

  it('carries no credential without a caller', async () => {
    const { images, requests } = imagesWith(json(200, { status: 'ok', version: '1' }))
    await images.getHealth({})
    expect(requests[0]?.headers.has('authorization')).toBe(false)
  })

  it('escapes U+FFFD, which a service interprets as a sign of lost bytes', async () => {
    const { images, requests } = imagesWith(json(201, job))
    await images.job.generate({ body: { prompt: 'a \uFFFD' }, as })
    expect(requests[0]?.body).toBe(String.raw`{"prompt":"a \ufffd"}`)
  })

  it.each(['.', '..', ''])('refuses the id %j with not_found, and sends nothing', async (id) => {
    const { images, requests } = imagesWith(json(200, job))
    expect(await images.job.get({ params: { id }, as })).toMatchObject({ code: 'not_found', status: 404 })
    expect(requests).toEqual([])
  })

  it('uses one idempotency key for all attempts, preferably the caller’s own', async () => {
    const { images, requests } = imagesWith(busy, json(201, job))
    await images.job.generate({ body: { prompt: 'a fox' }, as })
    const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    const callerKeyed = imagesWith(json(201, job))
    await callerKeyed.images.job.generate({ body: { prompt: 'a fox', idempotency_key: 'mine' }, as })
    expect(callerKeyed.requests[0]?.headers.has('idempotency-key')).toBe(false)
  })
})

describe('a sibling response', () => {
  it('returns the body of a success', async () => {
    const { images } = imagesWith(json(200, job))
    expect(await images.job.get({ params: { id: 'j' }, as })).toEqual(job)
  })

  it('returns undefined for a success without a body', async () => {
    const { images } = imagesWith(() => new Response(null, { status: 204 }))
    expect(await images.job.delete({ params: { id: 'j' }, as })).toBeUndefined()
  })

  it('returns bytes where the contract declares bytes', async () => {
    const { images } = imagesWith(() => new Response('picture'))
    expect(await images.getAsset({ params: { id: 'j' } })).toEqual(new TextEncoder().encode('picture'))
  })

  it('returns a refusal with the message, extra members and Retry-After of the sibling', async () => {
    const body = { error: 'Pro only', code: 'plan_required', upgrade: '/pricing' }
    const { images } = imagesWith(json(402, body, { 'retry-after': '7' }))
    const refused = await images.job.generate({ body: { prompt: 'a' }, as })
    expect(refused).toMatchObject({
      code: 'plan_required',
      status: 402,
      message: 'Pro only',
      extras: { upgrade: '/pricing' },
      headers: { 'retry-after': '7' },
    })
  })

  it.each([
    ['a fault of the sibling', json(500, { error: 'Internal error', code: 'internal' })],
    ['invalid JSON', () => new Response('<html>', { status: 200 })],
    ['an error body without a code', () => new Response('<html>', { status: 502 })],
    ['a response that is too large', () => new Response(new Uint8Array(6_600_000))],
    ['a connection that breaks', broken],
  ] as const)('returns sibling_failed with the cause for %s', async (_, reply) => {
    const { images } = imagesWith(reply)
    const refused = await images.job.get({ params: { id: 'j' }, as })
    expect(refused).toMatchObject({ code: 'sibling_failed' })
    expect((refused as unknown as Error).cause).toBeInstanceOf(Error)
  })

  it('returns sibling_failed after the time limit', async () => {
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { images } = testSiblings(['images'], { fetch })
    const refused = await images.job.get({ params: { id: 'j' }, as, timeoutMs: 20 })
    expect(refused).toMatchObject({ code: 'sibling_failed', cause: { name: 'TimeoutError' } })
  })
})

describe('a second attempt', () => {
  it.each([
    ['no response arrives', broken],
    ['the sibling is busy', busy],
  ] as const)('happens once when %s', async (_, reply) => {
    const { images, requests, pauses } = imagesWith(reply, json(200, job))
    expect(await images.job.get({ params: { id: 'j' }, as })).toEqual(job)
    expect([requests.length, pauses]).toEqual([2, [250]])
    const failing = imagesWith(reply)
    expect(await failing.images.job.get({ params: { id: 'j' }, as })).toBeInstanceOf(Refusal)
    expect(failing.requests).toHaveLength(2)
  })

  it('waits as long as the sibling requests', async () => {
    const slowReply = json(503, { error: 'Too busy', code: 'unavailable' }, { 'retry-after': '2' })
    const { images, pauses } = imagesWith(slowReply, json(200, job))
    expect(await images.job.get({ params: { id: 'j' }, as })).toEqual(job)
    expect(pauses).toEqual([2_000])
  })

  it('reports success for a removal whose first response was lost', async () => {
    const missingJob = json(404, { error: 'The job does not exist', code: 'not_found' })
    const { images } = imagesWith(broken, missingJob)
    expect(await images.job.delete({ params: { id: 'j' }, as })).toBeUndefined()
    expect(await imagesWith(missingJob).images.job.delete({ params: { id: 'j' }, as })).toMatchObject({
      code: 'not_found',
    })
  })

  it.each([
    ['the response is a final refusal', json(404, { error: 'No', code: 'not_found' })],
    [
      'the sibling requests a longer wait',
      json(503, { error: 'Too busy', code: 'unavailable' }, { 'retry-after': '4' }),
    ],
  ] as const)('does not happen when %s', async (_, reply) => {
    const { images, requests } = imagesWith(reply)
    expect(await images.job.get({ params: { id: 'j' }, as })).toBeInstanceOf(Refusal)
    expect(requests).toHaveLength(1)
  })

  it('does not happen for operations that are not repeatable', async () => {
    const fetched: string[] = []
    const fetch = async (url: string): Promise<Response> => {
      fetched.push(url)
      throw new TypeError('fetch failed')
    }
    const { platform } = testSiblings(['platform'], { fetch })
    expect(await platform.openPortal({ as })).toBeInstanceOf(Refusal)
    expect(fetched).toHaveLength(1)
  })
})

describe('an API that the deployment does not have', () => {
  it('fails every call, and sends nothing', async () => {
    const { images } = testSiblings(['images'], { env: { IMAGES_API_URL: 'none' } })
    expect(await images.job.get({ params: { id: 'j' }, as })).toMatchObject({ code: 'sibling_failed' })
  })
})

describe('the types of a call', () => {
  it('include the refusals of the operation', async () => {
    const { images } = imagesWith(json(404, { error: 'No', code: 'not_found' }))
    const answer = await images.job.get({ params: { id: 'j' }, as })
    if (!(answer instanceof Refusal)) throw new Error('The sibling returned a success')
    const { code } = answer
    expect(code === 'not_found').toBe(true)
    // @ts-expect-error no contract of the image service declares it
    expect(code === 'no_saved_card').toBe(false)
    // @ts-expect-error an operation takes what its contract names
    await images.job.get({ params: { key: 'j' }, as }).catch(() => undefined)
  })
})

describe('a refusal that is passed on', () => {
  it('keeps its code if the caller may receive it, and is 502 with its cause otherwise', async () => {
    const { images } = imagesWith(json(402, { error: 'Pro only', code: 'plan_required' }))
    const refused = await images.job.generate({ body: { prompt: 'a' }, as })
    if (!(refused instanceof Refusal)) throw new Error('The sibling returned a success')
    expect(forwardRefusal(refused, ['plan_required'], 'It failed')).toBe(refused)
    expect(forwardRefusal(refused, ['model_locked'], 'It failed')).toMatchObject({
      code: 'upstream_failed',
      message: 'It failed',
      cause: refused,
    })
  })
})
