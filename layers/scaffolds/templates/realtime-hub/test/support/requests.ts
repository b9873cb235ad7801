import { connection } from '../../src/handler.ts'
import type { Deps } from '../../src/ports.ts'
import { authorized } from './credentials.ts'

/** A request that the service accepts: it opens a connection. */
export const goodRequest = async (): Promise<Request> => authorized('GET', '/?room=lobby')

/** Opens a connection with the headers of a request, and returns a response with its status. */
export const answer = async ({ headers }: Request, deps: Deps): Promise<Response> => {
  const query = new URLSearchParams({ room: 'lobby' })
  const opened = { type: 'open' as const, connection: 'tried', headers, query, body: '' }
  return new Response(null, { status: await connection(opened, deps) })
}
