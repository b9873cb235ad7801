import type { Server } from 'node:http'

/** Another process uses the port. The message names the flag to change it. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/** Converts EADDRINUSE to PortTaken; other errors stay unchanged. */
export const orPortTaken = (error: unknown, port: number, what: string): unknown => {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error
  const text = `Port ${port} (${what}) is taken by another process: stop it, or start on other ports, e.g. npm start -- --port 5000`
  return new PortTaken(text, { cause: error })
}

/**
 * Listens on the loopback interface only; port 0 takes a free one.
 * @throws PortTaken when another process has it.
 */
export const listen = (server: Server, port: number, what: string): Promise<void> => {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(orPortTaken(error, port, what)))
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
