import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A received notification. */
export interface Notification {
  readonly headers: Record<string, string | undefined>
  readonly body: string
}

/** Returns the receiver's response; undefined withholds it until the receiver is closed. */
export type Answering = (nth: number) => { status: number; headers?: Record<string, string> } | undefined

const PATIENCE_MS = 40_000

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))

/** Starts a local receiver of notifications. */
export const startReceiver = async (answering: Answering = () => ({ status: 204 })) => {
  const received: Notification[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    received.push({ headers: flat(request.headers), body })
    const answer = answering(received.length)
    if (answer) response.writeHead(answer.status, answer.headers).end('thank you'.repeat(10_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?from=signet`,
    received,
    /** Waits until this many notifications have arrived. */
    async until(count: number): Promise<readonly Notification[]> {
      const deadline = Date.now() + PATIENCE_MS
      while (received.length < count) {
        if (Date.now() > deadline) throw new Error(`Only ${received.length} of ${count} notifications arrived`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
