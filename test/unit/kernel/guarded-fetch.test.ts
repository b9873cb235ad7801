import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlockedUrl } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { afterEach, describe, expect, it } from 'vitest'

let servers: Server[] = []
const serve = async (listener: RequestListener, host = '127.0.0.1'): Promise<number> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  servers = []
})
const LOOPBACK = { allowAddresses: ['127.0.0.1'] }

describe("guarded fetch of a caller's URL", () => {
  it('a fetch for headers only does not wait for a body of any length', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(202, { 'retry-after': '7' })
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 5)
      response.once('close', () => clearInterval(timer))
    })
    const started = performance.now()
    const answer = await guardedFetch(`http://127.0.0.1:${port}/`, { ...LOOPBACK, maxBytes: 'headers only' })
    expect([answer.status, answer.headers['retry-after'], answer.body.length]).toEqual([202, '7', 0])
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('a server on loopback is refused and never reached', async () => {
    let reached = 0
    const port = await serve((_request, response) => {
      reached++
      response.end('secret')
    })
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::ffff:127.0.0.1]',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
    ]
    for (const host of hosts) await expect(guardedFetch(`http://${host}:${port}/`), host).rejects.toThrow(BlockedUrl)
    expect(reached).toBe(0)
  })

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[::127.0.0.1]',
    '[::8.8.8.8]',
    '169.254.170.2',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
  ])('%s is refused before any packet is sent', async (host) => {
    const started = performance.now()
    await expect(guardedFetch(`http://${host}/latest/meta-data/`, { timeoutMs: 3_000 })).rejects.toThrow(BlockedUrl)
    expect(performance.now() - started).toBeLessThan(2_500)
  })

  it.each([
    ['ftp://203.0.113.7/x', 'must be http or https'],
    ['file:///etc/passwd', 'must be http or https'],
    ['data:text/plain,x', 'must be http or https'],
    ['http://user:pass@203.0.113.7/', 'must not contain credentials'],
    ['http://user@203.0.113.7/', 'must not contain credentials'],
    ['not a url', 'is not a valid URL'],
    ['', 'is not a valid URL'],
  ])('%s is refused: it %s', async (url, reason) => {
    await expect(guardedFetch(url)).rejects.toThrow(reason)
    await expect(guardedFetch(url)).rejects.toBeInstanceOf(BlockedUrl)
  })

  it('a redirect is returned unchanged, so that its target is checked like any other URL', async () => {
    let followed = false
    const port = await serve(({ url }, response) => {
      followed ||= url === '/next'
      response.writeHead(302, { location: '/next' }).end('moved')
    })
    const answer = await guardedFetch(`http://127.0.0.1:${port}/`, LOOPBACK)
    expect([answer.status, answer.headers.location, String(answer.body)]).toEqual([302, '/next', 'moved'])
    expect(followed).toBe(false)
  })

  it('method, headers and body are sent, and the whole response is read', async () => {
    const port = await serve(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.writeHead(201, { 'x-method': request.method }).end(Buffer.concat(chunks).toString().toUpperCase())
    })
    const answer = await guardedFetch(`http://127.0.0.1:${port}/`, { ...LOOPBACK, method: 'POST', body: 'hello' })
    expect([answer.status, answer.headers['x-method'], String(answer.body)]).toEqual([201, 'POST', 'HELLO'])
  })

  it('a response of exactly the limit is read, and one byte more fails, also without content-length', async () => {
    const port = await serve((_request, response) => {
      response.write('x'.repeat(600))
      response.end('x'.repeat(400))
    })
    const url = `http://127.0.0.1:${port}/`
    expect((await guardedFetch(url, { ...LOOPBACK, maxBytes: 1000 })).body).toHaveLength(1000)
    await expect(guardedFetch(url, { ...LOOPBACK, maxBytes: 999 })).rejects.toThrow('larger than 999 bytes')
  })

  it.each([
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['closes the connection without a response', ''],
    ['closes the connection within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'],
    ['closes the connection within the headers', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['sends only an informational response', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('a server that %s causes a failure within the timeout', async (_title, responseText) => {
    const port = await serve(() => undefined)
    servers
      .at(-1)
      ?.removeAllListeners('connection')
      .on('connection', (socket) => {
        socket.on('error', () => undefined).once('data', () => socket.end(responseText))
      })
    const started = performance.now()
    await expect(guardedFetch(`http://127.0.0.1:${port}/`, { ...LOOPBACK, timeoutMs: 500 })).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it.each([
    ['never responds', () => undefined],
    ['never ends its response', (response: { write(text: string): void }) => response.write('x')],
  ])('a server that %s causes a timeout', async (_title, respond) => {
    const port = await serve((_request, response) => void respond(response))
    const started = performance.now()
    await expect(guardedFetch(`http://127.0.0.1:${port}/`, { ...LOOPBACK, timeoutMs: 150 })).rejects.toThrow(
      /abort|timeout/i,
    )
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
