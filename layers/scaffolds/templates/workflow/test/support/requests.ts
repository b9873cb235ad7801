import { authorized } from './credentials.ts'

/** Handles a request as the service does. */
export { http as answer } from '../../src/handler.ts'

export const PATH = '/v1/$kebab-flows'

export const goodBody = JSON.stringify({ amount_cents: 500 })

/** A request that the service accepts. */
export const goodRequest = async (body: string = goodBody, key = 'k-1'): Promise<Request> =>
  authorized('POST', PATH, body, { headers: { 'idempotency-key': key } })
