import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A received batch, manifest or test request. */
export interface IngestRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly body: {
    readonly type?: string
    readonly data: {
      readonly tenantId: string
      readonly platform?: string
      readonly challenge?: string
      readonly events?: readonly { readonly eventId: string; readonly platform: string; readonly source: string }[]
      readonly counts?: { readonly events: number }
      readonly batches?: readonly string[]
    }
  }
}

/**
 * Starts a local endpoint for sentiment events. It answers challenges, and every other request with `status` and
 * `location`.
 */
export const startIngest = async (status = 204) => {
  const received: IngestRequest[] = []
  const answer: { status: number; echoes: boolean; location?: string } = { status, echoes: true }
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString()
    const body = JSON.parse(text) as IngestRequest['body']
    received.push({ headers: request.headers, text, body })
    const { challenge } = body.data ?? {}
    if (challenge !== undefined && answer.echoes)
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ challenge }))
    const { location } = answer
    return response.writeHead(answer.status, location === undefined ? {} : { location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ingest`,
    received,
    answer,
    batches: () => received.filter(({ body }) => body.type === 'sentiment.batch'),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type IngestReceiver = Awaited<ReturnType<typeof startIngest>>
