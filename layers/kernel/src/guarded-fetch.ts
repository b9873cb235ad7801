import { Buffer } from 'node:buffer'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { useAgent } from 'request-filtering-agent'
import { BlockedUrl, type GuardedFetch } from './guarded-request.ts'
import { isIpv4Compatible } from './public-address.ts'

const checkUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (!url) throw new BlockedUrl('is not a valid URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new BlockedUrl('must be http or https')
  if (url.username || url.password) throw new BlockedUrl('must not contain credentials')
  if (isIpv4Compatible(url.hostname.replace(/^\[|\]$/g, ''))) throw new BlockedUrl('is at a reserved address')
  return url
}

const readBody = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Fetches a caller's URL and prevents access to internal networks (SSRF). The address is checked when the socket
 * connects, after name resolution, so a name that starts to resolve to a private address is rejected. Redirects are
 * returned, not followed.
 */
export const guardedFetch: GuardedFetch = async (urlText, request = {}) => {
  const { method = 'GET', headers = {}, body, timeoutMs = 10_000, maxBytes = 1_048_576, allowAddresses = [] } = request
  const url = checkUrl(urlText)
  const agent = useAgent(url.href, { allowIPAddressList: [...allowAddresses] })
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      const outgoing = send(url, { method, headers, agent, signal }, resolve)
      outgoing.once('error', reject)
      outgoing.once('socket', (socket) => {
        // The agent does not reject IPv4-compatible addresses.
        socket.on('lookup', (_error, address) => {
          if (isIpv4Compatible(address)) socket.destroy(new Error(`${address} is not allowed`))
        })
      })
      // Without this listener, Node closes the connection without an error.
      outgoing.once('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new Error('The server switched protocols instead of answering'))
      })
      outgoing.once('close', () => reject(new Error('The connection closed before an answer')))
      outgoing.end(body)
    })
    const responseBody = maxBytes === 'headers only' ? Buffer.alloc(0) : await readBody(response, maxBytes)
    response.destroy()
    const headerEntries = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    return { status: response.statusCode ?? 0, headers: Object.fromEntries(headerEntries), body: responseBody }
  } catch (cause) {
    // The wording of the agent's errors and of the error above.
    if (cause instanceof Error && /is not allowed/.test(cause.message)) {
      throw new BlockedUrl('resolves to a private or reserved address', { cause })
    }
    throw cause
  } finally {
    agent.destroy()
  }
}
