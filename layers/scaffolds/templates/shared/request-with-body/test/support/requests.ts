import { authorized } from './credentials.ts'

/** Handles a request as the service does. */
export { http as answer } from '../../src/handler.ts'

export const PATH = '$path'

export const goodBody = JSON.stringify($body)

/** A request that the service accepts. */
export const goodRequest = async (body: string = goodBody): Promise<Request> => authorized('POST', PATH, body)
