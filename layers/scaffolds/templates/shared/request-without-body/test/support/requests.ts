import { authorized } from './credentials.ts'

/** Handles a request as the service does. */
export { http as answer } from '../../src/handler.ts'

export const PATH = '$path'

/** A request that the service accepts. */
export const goodRequest = async (): Promise<Request> => authorized('GET', PATH)
