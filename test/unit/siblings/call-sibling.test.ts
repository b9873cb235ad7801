import { passedOn } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { signedClaims } from '../../../layers/kernel/src/platform-call.ts'
import { testSiblings } from '../../support/siblings.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const as = { tenantId: 't', orgId: 'o', userId: 'u', scopes: ['generate'] }

interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

type Reply = () => Response | Promise<Response>

/** The image service with these answers, one an attempt, the last of them again and again. */
const imagesWith = (...replies: readonly Reply[]) => {
  const asked: Asked[] = []
  const pauses: number[] = []
  const fetch = async (url: string, { method = '', headers, body }: RequestInit): Promise<Response> => {
    asked.push({ url, method, headers: new Headers(headers), body })
    const reply = replies[Math.min(asked.length, replies.length) - 1]
    if (!reply) throw new Error('There is no reply')
    return reply()
  }
  const sleep = async (ms: number) => void pauses.push(ms)
  const { images } = testSiblings(['images'], { fetch, sleep, random: () => 0.5 })
  return { images, asked, pauses }
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

describe('a request', () => {
  it('has its parts where the contract wants them, the trace, and a credential for the called service', async () => {
    const { images, asked } = imagesWith(json(200, { jobs: [], next_cursor: null }))
    await images.job.list({ query: { limit: 5, cursor: 'a b' }, as, traceId: TRACE })
    const [request] = asked
    expect([request?.method, request?.url]).toEqual(['GET', 'https://images.example/v2/jobs?limit=5&cursor=a+b'])
    expect(request?.headers.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    const token = String(request?.headers.get('authorization')).replace('Bearer ', '')
    expect(signedClaims('secret', token)).toMatchObject({ aud: 'images', tenant: 't', org: 'o', user: 'u' })
  })

  it('for nobody carries no credential', async () => {
    const { images, asked } = imagesWith(json(200, { status: 'ok', version: '1' }))
    await images.getHealth({})
    expect(asked[0]?.headers.has('authorization')).toBe(false)
  })

  it('escapes what a service would take for the trace of lost bytes', async () => {
    const { images, asked } = imagesWith(json(201, job))
    await images.job.generate({ body: { prompt: 'a \uFFFD' }, as })
    expect(asked[0]?.body).toBe(String.raw`{"prompt":"a \ufffd"}`)
  })

  it.each(['.', '..', ''])('never leads elsewhere: nothing has the id %j, and nothing is sent', async (id) => {
    const { images, asked } = imagesWith(json(200, job))
    expect(await images.job.get({ params: { id }, as })).toMatchObject({ code: 'not_found', status: 404 })
    expect(asked).toEqual([])
  })

  it('has one key for all its attempts where the operation takes one, and the caller’s own first', async () => {
    const { images, asked } = imagesWith(busy, json(201, job))
    await images.job.generate({ body: { prompt: 'a fox' }, as })
    const [first, second] = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    const own = imagesWith(json(201, job))
    await own.images.job.generate({ body: { prompt: 'a fox', idempotency_key: 'mine' }, as })
    expect(own.asked[0]?.headers.has('idempotency-key')).toBe(false)
  })
})

describe('an answer', () => {
  it('is the body of a success', async () => {
    const { images } = imagesWith(json(200, job))
    expect(await images.job.get({ params: { id: 'j' }, as })).toEqual(job)
  })

  it('is nothing where the success has no body', async () => {
    const { images } = imagesWith(() => new Response(null, { status: 204 }))
    expect(await images.job.delete({ params: { id: 'j' }, as })).toBeUndefined()
  })

  it('is bytes where the contract promises bytes', async () => {
    const { images } = imagesWith(() => new Response('picture'))
    expect(await images.getAsset({ params: { id: 'j' } })).toEqual(new TextEncoder().encode('picture'))
  })

  it('is a refusal with the words, the further members and the time of the sibling', async () => {
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
    ['no JSON', () => new Response('<html>', { status: 200 })],
    ['no body of ours', () => new Response('<html>', { status: 502 })],
    ['an answer without end', () => new Response(new Uint8Array(6_600_000))],
    ['a connection that breaks', broken],
  ] as const)('that is %s is sibling_failed, with the reason as its cause', async (_, reply) => {
    const { images } = imagesWith(reply)
    const refused = await images.job.get({ params: { id: 'j' }, as })
    expect(refused).toMatchObject({ code: 'sibling_failed' })
    expect((refused as unknown as Error).cause).toBeInstanceOf(Error)
  })

  it('that does not come in time is sibling_failed', async () => {
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { images } = testSiblings(['images'], { fetch })
    const refused = await images.job.get({ params: { id: 'j' }, as, timeoutMs: 20 })
    expect(refused).toMatchObject({ code: 'sibling_failed', cause: { name: 'TimeoutError' } })
  })
})

describe('a second attempt', () => {
  it.each([
    ['no answer came', broken],
    ['the sibling is busy', busy],
  ] as const)('is made once when %s', async (_, reply) => {
    const { images, asked, pauses } = imagesWith(reply, json(200, job))
    expect(await images.job.get({ params: { id: 'j' }, as })).toEqual(job)
    expect([asked.length, pauses]).toEqual([2, [250]])
    const again = imagesWith(reply)
    expect(await again.images.job.get({ params: { id: 'j' }, as })).toBeInstanceOf(Refusal)
    expect(again.asked).toHaveLength(2)
  })

  it('waits for as long as the sibling asks', async () => {
    const asking = json(503, { error: 'Too busy', code: 'unavailable' }, { 'retry-after': '2' })
    const { images, pauses } = imagesWith(asking, json(200, job))
    expect(await images.job.get({ params: { id: 'j' }, as })).toEqual(job)
    expect(pauses).toEqual([2_000])
  })

  it('of a removal whose answer was lost finds that it is done', async () => {
    const gone = json(404, { error: 'There is no such job', code: 'not_found' })
    const { images } = imagesWith(broken, gone)
    expect(await images.job.delete({ params: { id: 'j' }, as })).toBeUndefined()
    expect(await imagesWith(gone).images.job.delete({ params: { id: 'j' }, as })).toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['the answer is a decision', json(404, { error: 'No', code: 'not_found' })],
    ['the sibling asks for more time', json(503, { error: 'Too busy', code: 'unavailable' }, { 'retry-after': '4' })],
  ] as const)('is not made when %s', async (_, reply) => {
    const { images, asked } = imagesWith(reply)
    expect(await images.job.get({ params: { id: 'j' }, as })).toBeInstanceOf(Refusal)
    expect(asked).toHaveLength(1)
  })

  it('is not made of what may have an effect twice', async () => {
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

describe('an API that nobody serves here', () => {
  it('fails every call of it, and nothing is sent', async () => {
    const { images } = testSiblings(['images'], { env: { IMAGES_API_URL: 'none' } })
    expect(await images.job.get({ params: { id: 'j' }, as })).toMatchObject({ code: 'sibling_failed' })
  })
})

describe('the types of a call', () => {
  it('know the refusals that it may answer', async () => {
    const { images } = imagesWith(json(404, { error: 'No', code: 'not_found' }))
    const answer = await images.job.get({ params: { id: 'j' }, as })
    if (!(answer instanceof Refusal)) throw new Error('It answered')
    const { code } = answer
    expect(code === 'not_found').toBe(true)
    // @ts-expect-error no contract of the image service declares it
    expect(code === 'no_saved_card').toBe(false)
    // @ts-expect-error an operation takes what its contract names
    await images.job.get({ params: { key: 'j' }, as }).catch(() => undefined)
  })
})

describe('a refusal that is passed on', () => {
  it('keeps its code where the caller may read it, and is 502 with its cause otherwise', async () => {
    const { images } = imagesWith(json(402, { error: 'Pro only', code: 'plan_required' }))
    const refused = await images.job.generate({ body: { prompt: 'a' }, as })
    if (!(refused instanceof Refusal)) throw new Error('It answered')
    expect(passedOn(refused, ['plan_required'], 'It failed')).toBe(refused)
    expect(passedOn(refused, ['model_locked'], 'It failed')).toMatchObject({
      code: 'upstream_failed',
      message: 'It failed',
      cause: refused,
    })
  })
})
