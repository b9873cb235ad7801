import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another process uses the port. The message names the option that changes it. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
}

/** `fetch` and browsers refuse the port, so no client could reach a service there. */
export class PortBlockedError extends Error {
  override readonly name = 'PortBlockedError'
}

const PROBE_MS = 1_000

const isBlocked = async (port: number): Promise<boolean> => {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) })
    return false
  } catch (error) {
    // Any other failure means that the port is permitted but no service listens yet.
    return (error as Error & { readonly cause?: Error }).cause?.message === 'bad port'
  }
}

/**
 * Checks for ports that `fetch` and browsers block, such as 6000 (Fetch, 2.9 Port blocking).
 * @throws PortBlockedError for the first of them.
 */
export const assertPortsAllowed = async (ports: readonly number[]): Promise<void> => {
  const results = await Promise.all(ports.map(isBlocked))
  const blocked = ports.find((_, i) => results[i])
  if (blocked === undefined) return
  const text = `Browsers and fetch block port ${blocked}. Start on other ports, for example: npm start -- --port 5000`
  throw new PortBlockedError(text)
}

/** Converts EADDRINUSE to PortInUseError; other errors stay unchanged. */
const asPortError = (error: unknown, port: number, service: string): unknown => {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  const text = `Port ${port} (${service}) is in use by another process. Stop it, or start on other ports, for example: npm start -- --port 5000`
  return new PortInUseError(text, { cause: error })
}

/** SDK clients and `fetch` reuse sockets; if a server closes idle ones first, they fail with ECONNRESET. */
const IDLE_SOCKET_MS = 600_000

/**
 * Listens on the loopback interface only; port 0 uses any free port.
 * @returns the URL, http://127.0.0.1:port.
 * @throws PortInUseError if another process uses the port.
 */
export const listen = (server: Server, port: number, service: string): Promise<string> => {
  server.keepAliveTimeout = IDLE_SOCKET_MS
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(asPortError(error, port, service)))
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

/** Closes the server without waiting for pending responses. */
export const closeImmediately = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
