import { createServer, type Server } from 'node:http'

/**
 * Starts a local server that forwards every request to `target` with an API key: the conformance suite sends no
 * credential.
 */
export const startKeyProxy = async (target: string, key: string, port: number): Promise<Server> => {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const { host: _, connection: __, 'content-length': ___, ...forwardedHeaders } = incoming.headers
      const headers = new Headers(Object.entries(forwardedHeaders).map(([name, value]) => [name, String(value)]))
      headers.set('authorization', `Bearer ${key}`)
      const method = incoming.method ?? 'GET'
      const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks)
      const response = await fetch(`${target}${incoming.url}`, { method, headers, body })
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
