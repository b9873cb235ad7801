import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vendorFetch } from '../../../../lambdas/images/providers/live/vendor-fetch.ts'

const KILOBYTE = Buffer.alloc(1024, 'x')
let server: Server
let base: string
let sentCount = 0
const urls: string[] = []

/** Sends a kilobyte at a time, without a length, until the client disconnects. */
const pour = (response: ServerResponse): void => {
  const timer = setInterval(() => {
    sentCount += 1
    response.write(KILOBYTE)
  }, 1)
  response.once('close', () => clearInterval(timer))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    urls.push(`${request.url} ${request.headers.authorization ?? ''}`)
    if (request.url === '/moved') response.writeHead(307, { location: `${base}/elsewhere` }).end()
    else if (request.url === '/endless') pour(response.writeHead(200))
    else response.end(KILOBYTE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const call = (path: string, maxBytes: number) =>
  vendorFetch(
    { url: `${base}${path}`, method: 'POST', headers: { authorization: 'Bearer key' }, body: '{}' },
    { fetch, timeoutMs: 5_000, signal: new AbortController().signal, maxBytes },
  )

describe('a response of a vendor', () => {
  it('may have the maximum size, and not one byte more', async () => {
    expect((await call('/fixed', 1024)).body.byteLength).toBe(1024)
    await expect(call('/fixed', 1023)).rejects.toMatchObject({ vendorCode: 'response_too_large', retry: 'mayBeBilled' })
  })

  it('without an end is abandoned once it is too large', async () => {
    await expect(call('/endless', 20 * 1024)).rejects.toMatchObject({ vendorCode: 'response_too_large' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const countBefore = sentCount
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sentCount).toBe(countBefore)
  })

  it('with a redirect is not followed, so the key goes nowhere else', async () => {
    await expect(call('/moved', 1024)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(urls.some((line) => line.startsWith('/elsewhere'))).toBe(false)
  })
})
