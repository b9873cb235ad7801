import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * One response of a script. `cutAfter` closes the socket in the middle of the body; `stallAfter` never sends the rest.
 */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly cutAfter?: number
  readonly stallAfter?: number
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const send = (
  response: ServerResponse,
  { status = 200, headers = {}, body = '', cutAfter, stallAfter }: Answer,
): void => {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.byteLength, ...headers })
  const part = cutAfter ?? stallAfter
  if (part === undefined) {
    response.end(bytes)
    return
  }
  response.write(bytes.subarray(0, part), () => {
    if (cutAfter !== undefined) response.destroy()
  })
}

/** A vendor on the loopback that responds by a script, one entry per request; the last entry repeats. */
export const fakeVendor = async () => {
  const requests: SeenRequest[] = []
  let script: readonly Answer[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request)
      const answer = script[Math.min(requests.length, script.length - 1)] ?? { status: 599 }
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      requests.push({ method: String(request.method), path: String(request.url), headers, body })
      send(response, answer)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answersWith(...answers: readonly Answer[]) {
      requests.length = 0
      script = answers
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeVendor = Awaited<ReturnType<typeof fakeVendor>>
