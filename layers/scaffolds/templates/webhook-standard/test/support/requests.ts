import { authorized } from './credentials.ts'
import { START } from './world.ts'

export const PATH = '/webhooks/$kebabs'

/** Types of the first and the second event of the tests. */
export const FIRST_TYPE = 'paid'
export const SECOND_TYPE = 'refunded'
export const SUBJECT = 's-1'

/** The body of an event at an offset in milliseconds from the start. */
export const eventBody = (type: string, subject = SUBJECT, ms = 0): Record<string, unknown> => ({
  type,
  subject,
  happened_at: new Date(START + ms).toISOString(),
  data: { amount: 1200 },
})

export const goodBody = JSON.stringify(eventBody(FIRST_TYPE))

/** A request that the service accepts. */
export const goodRequest = async (body: string = goodBody): Promise<Request> => authorized('POST', PATH, body)
