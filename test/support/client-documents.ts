import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server's answer for a document. */
export interface DocumentAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Starts a local site with metadata documents of clients. */
export const startDocuments = async () => {
  const answers = new Map<string, DocumentAnswer>()
  const fetchedPaths: string[] = []
  const server = createServer((request, response) => {
    fetchedPaths.push(String(request.url))
    const { status = 200, headers = {}, body = '' } = answers.get(String(request.url)) ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base,
    /** Paths that were fetched. */
    fetchedPaths,
    /** Serves a document and returns its address: the id of the client. */
    put(path: string, members: object, answer: DocumentAnswer = {}): string {
      const id = `${base}${path}`
      answers.set(path, { body: JSON.stringify({ client_id: id, ...members }), ...answer })
      return id
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
