import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another process uses the port. The message names the flag to change it. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/** Nobody could reach a service at the port, because `fetch` and browsers refuse it. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused'
}

const PROBE_MS = 1_000

const isRefused = async (port: number): Promise<boolean> => {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) })
    return false
  } catch (error) {
    // Any other failure says that the port may be asked, and that nothing is there yet.
    return (error as Error & { readonly cause?: Error }).cause?.message === 'bad port'
  }
}

/**
 * Looks for ports that `fetch` and browsers refuse to ask, such as 6000 (Fetch, 2.9 Port blocking).
 * @throws PortRefused with the first of them.
 */
export const refuseBlockedPorts = async (ports: readonly number[]): Promise<void> => {
  const refused = await Promise.all(ports.map(isRefused))
  const blocked = ports.find((_, i) => refused[i])
  if (blocked === undefined) return
  const text = `Port ${blocked} is refused by browsers and by fetch: start on other ports, e.g. npm start -- --port 5000`
  throw new PortRefused(text)
}

/** Converts EADDRINUSE to PortTaken; other errors stay unchanged. */
const orPortTaken = (error: unknown, port: number, what: string): unknown => {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  const text = `Port ${port} (${what}) is taken by another process: stop it, or start on other ports, e.g. npm start -- --port 5000`
  return new PortTaken(text, { cause: error })
}

/** SDK clients and `fetch` keep sockets for reuse; a server that closes idle ones first makes them fail with ECONNRESET. */
const IDLE_SOCKET_MS = 600_000

/**
 * Listens on the loopback interface only; port 0 takes a free one.
 * @returns the address, http://127.0.0.1:port.
 * @throws PortTaken when another process has it.
 */
export const listen = (server: Server, port: number, what: string): Promise<string> => {
  server.keepAliveTimeout = IDLE_SOCKET_MS
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(orPortTaken(error, port, what)))
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

/** Closes the server without waiting for what it is still answering. */
export const closeAtOnce = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
