import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { serviceOf } from '../../../bin/command-line/service.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Starts a server and returns a client of it that repeats requests. */
const clientOf = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const source = { api: 'archive', urlVariables: ['URL'], keyVariables: ['KEY'], demoKey: 'platKey' } as const
  const terminal = { out: () => undefined, err: () => undefined, env: {} }
  return serviceOf(source, { url }, terminal as never, { tries: 30 })
}

describe('call of a service with retries', () => {
  it('a call is repeated while the service is busy', async () => {
    let requests = 0
    const service = await clientOf((_, response) => {
      requests += 1
      if (requests === 1) response.writeHead(503, { 'retry-after': '1' }).end('{"error":"Busy","code":"unavailable"}')
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"a"}')
    })
    expect(await service.call('POST', '/uploads', {})).toEqual({ id: 'a' })
    expect(requests).toBe(2)
  })

  it('a call is sent once if the connection breaks, because it may have had its effect', async () => {
    let requests = 0
    const service = await clientOf((request) => {
      requests += 1
      request.socket.destroy()
    })
    await expect(service.call('POST', '/uploads', {})).rejects.toThrow('cannot be reached')
    expect(requests).toBe(1)
  })
})
