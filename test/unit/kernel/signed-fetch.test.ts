import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { awsSigning } from '@signet/kernel/aws-signing'
import { type SignedRequest, signedFetch, signedUrl } from '@signet/kernel/signed-fetch'
import { afterEach, describe, expect, it } from 'vitest'

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  servers = []
})

const VARIABLES = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
/** Retries while the service is busy. */
const RETRIES = 2
const fetchFrom = (url: string, timeoutMs = 5_000) => {
  const send = signedFetch(awsSigning(VARIABLES, 's3', RETRIES), { timeoutMs, wait: async () => undefined })
  return (request: SignedRequest) => send(`${url}/a`, request)
}

/** Serves these answers to consecutive requests. Returns the requests that arrived. */
const serveResponses = async (...answers: readonly ('reset' | 'silence' | 'half' | number)[]) => {
  const requests: string[] = []
  const listener: RequestListener = (request, response) => {
    const answer = answers[requests.length]
    requests.push(`${request.method} ${request.headers.authorization?.split(' ')[0]}`)
    if (answer === 'reset') return request.socket.resetAndDestroy()
    if (answer === 'silence') return undefined
    response.writeHead(answer === 'half' ? 200 : Number(answer), { 'content-length': 4 })
    return answer === 'half' ? void response.write('ab') : void response.end('done')
  }
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('signed fetch', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s survives a connection reset', async (method) => {
    const { url, requests } = await serveResponses('reset', 200)
    const body = method === 'PUT' ? { body: 'x' } : {}
    expect((await fetchFrom(url)({ method, ...body })).status).toBe(200)
    expect(requests).toEqual([`${method} AWS4-HMAC-SHA256`, `${method} AWS4-HMAC-SHA256`])
  })

  it('a request survives an idle connection that the other end closed', async () => {
    const { url, requests } = await serveResponses(200, 200)
    const send = fetchFrom(url)
    await (await send({})).text()
    for (const server of servers) server.closeAllConnections()
    expect(await (await send({})).text()).toBe('done')
    expect(requests).toHaveLength(2)
  })

  it('a request is repeated only once', async () => {
    const { url, requests } = await serveResponses('reset', 'reset', 200)
    await expect(fetchFrom(url)({})).rejects.toThrow('fetch failed')
    expect(requests).toHaveLength(2)
  })

  it('a request is not repeated if a repetition has further effects', async () => {
    const { url, requests } = await serveResponses('reset', 200)
    await expect(fetchFrom(url)({ method: 'POST', body: 'x' })).rejects.toThrow('fetch failed')
    expect(requests).toHaveLength(1)
    expect((await fetchFrom(url)({ method: 'POST', body: 'x', isRepeatable: true })).status).toBe(200)
  })

  it('each attempt has the full timeout', async () => {
    const { url, requests } = await serveResponses('silence', 200, 'silence', 'silence')
    expect((await fetchFrom(url, 200)({})).status).toBe(200)
    await expect(fetchFrom(url, 200)({})).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(requests).toHaveLength(4)
  })

  it("a request is not repeated after the caller's deadline", async () => {
    const { url, requests } = await serveResponses('silence', 200)
    await expect(fetchFrom(url)({ signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(requests).toHaveLength(1)
  })

  it('a request is retried while the service is busy, as often as its signing options allow', async () => {
    const { url, requests } = await serveResponses(503, 429, 200, 500, 500, 500, 503)
    expect((await fetchFrom(url)({})).status).toBe(200)
    expect((await fetchFrom(url)({})).status).toBe(500)
    expect(requests).toHaveLength(6)
    expect((await fetchFrom(url)({ retries: 0 })).status).toBe(503)
  })

  it('a refusal is returned to the caller', async () => {
    const { url, requests } = await serveResponses(403)
    expect((await fetchFrom(url)({})).status).toBe(403)
    expect(requests).toHaveLength(1)
  })

  it('a request is not repeated after its answer has begun, and a stream has no timeout after its headers', async () => {
    const { url, requests } = await serveResponses('half', 'half')
    await expect((await fetchFrom(url, 200)({})).text()).rejects.toMatchObject({ name: 'TimeoutError' })
    const streamed = await fetchFrom(url, 200)({ isStreamed: true })
    const reader = streamed.body!.getReader()
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('ab')
    const outcome = await Promise.race([
      reader.read().then(() => 'an end'),
      new Promise((resolve) => setTimeout(() => resolve('still open'), 400)),
    ])
    expect(outcome).toBe('still open')
    expect(requests).toHaveLength(2)
    await reader.cancel()
  })
})

it('signedUrl signs a URL with an expiry', async () => {
  const sign = signedUrl(awsSigning({ ...VARIABLES, AWS_SESSION_TOKEN: 'token' }, 's3', 0))
  const { searchParams } = new URL(await sign('PUT', 'https://b.example/key?X-Amz-Expires=60'))
  expect(searchParams.get('X-Amz-Expires')).toBe('60')
  expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/)
  expect(searchParams.get('X-Amz-Security-Token')).toBe('token')
})
