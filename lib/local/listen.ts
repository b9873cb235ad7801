import type { Server } from 'node:http'

/** A port that another process has. The message says which flag to give. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/** Makes PortTaken of the system's EADDRINUSE, and leaves any other error as it is. */
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
