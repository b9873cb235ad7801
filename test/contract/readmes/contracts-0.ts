import { endpoint, parseRequest, reply, router, type ReplyOf } from '@signet/contracts'
import * as z from 'zod'

const getThing = endpoint({
  name: 'get_thing',
  description: 'Reads a thing.',
  route: 'GET /v2/things/:id',
  authority: 'authenticated',
  request: { params: z.object({ id: z.string() }), query: z.object({ limit: z.int().max(100).default(20) }) },
  responses: { 200: { description: 'The thing.', schema: z.object({ id: z.string() }) } },
  errors: ['not_found', { code: 'thing_broken', status: 409 }],
})

const found = router([getThing]).match('GET', '/v2/things/7') // { endpoint, params } | { status: 404 } | { status: 405, allow }
const parsed = parseRequest(getThing, { params: { id: '7' }, query: { limit: '5' } }) // { ok, value } | { ok: false, errors }
const answer: ReplyOf<typeof getThing> = reply(200, { id: '7' }) // an undeclared status does not compile

export {}
