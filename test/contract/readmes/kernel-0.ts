import { endpoint, reply } from '@signet/contracts'
import { addMs, type Clock, notFound, route } from '@signet/kernel'
import * as z from 'zod'

const readHour = endpoint({
  name: 'readHour',
  description: 'The time after a number of hours.',
  route: 'GET /api/hours/:count',
  authority: 'public',
  rate: { requests: 60, window: '1m', by: 'address' },
  request: { params: z.strictObject({ count: z.int() }) },
  responses: { 200: { description: 'The hour', schema: z.object({ at: z.iso.datetime() }) } },
  errors: ['not_found'],
})

export const hourRoutes = (now: Clock) => [
  route(readHour, async ({ params: { count } }) =>
    count < 0 ? notFound('The hour does not exist') : reply(200, { at: addMs(now(), count * 3_600_000).toISOString() }),
  ),
]

export {}
