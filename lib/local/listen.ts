import type { Server } from 'node:http'

/** A port that another process has. The message says which flag to give. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

/**
 * Listens on the loopback interface only; port 0 takes a free one.
 * @throws PortTaken when another process has it.
 */
export function listen(server: Server, port: number, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} (${what}) is taken by another process: stop it, or start on other ports, e.g. npm start -- --port 5000`
      reject(error.code === 'EADDRINUSE' ? new PortTaken(taken, { cause: error }) : error)
    })
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
