import { openApi } from '@signet/contract-tools/openapi'
import { endpoint } from '@signet/contracts'
import { endpointsIR, irOf } from '@signet/contracts/ir'
import * as z from 'zod'
import { jobs } from './sample-contract.ts'
import { getAsset, paint, search, upload } from './sample-endpoints.ts'

const redirect = endpoint({
  name: 'authorize',
  description: 'Redirects the browser.',
  route: 'GET /authorize',
  authority: 'session',
  request: { query: z.object({ redirect_uri: z.url() }) },
  responses: {
    302: {
      description: 'The redirect.',
      headers: { Location: { description: 'Target of the redirect.', schema: z.url() } },
    },
  },
})

const events = endpoint({
  name: 'watch-events',
  description: 'Server-sent events.',
  route: 'GET /v2/events',
  authority: 'authenticated',
  responses: { 200: { description: 'Events.', stream: true, mediaTypes: ['text/event-stream'] } },
})

const Tree = z
  .object({
    name: z.string(),
    get children() {
      return z.array(Tree).optional()
    },
  })
  .meta({ id: 'Tree' })

export const trees = endpoint({
  name: 'put_tree',
  description: 'A recursive and a tagged shape.',
  route: 'PUT /v2/tree',
  authority: 'authenticated',
  request: {
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('tree'), tree: Tree }),
      z.object({ type: z.literal('none'), note: z.string().nullable(), more: z.looseObject({}).optional() }),
    ]),
  },
  responses: { 200: { description: 'As stored.', schema: Tree }, 204: { description: 'Nothing stored.' } },
})

/** A document with every feature of the emitter. */
export const sampleIRs = [
  irOf(jobs),
  endpointsIR([getAsset, paint, search, upload, redirect, events, trees], {
    name: 'images',
    description: 'Images and files.',
  }),
]
export const sampleDocument = openApi(sampleIRs, {
  title: 'Sample service',
  version: '2.1.0',
  servers: [{ url: 'https://api.signet.test' }],
  contact: { name: 'Signet', url: 'https://signet.test', email: 'api@signet.test' },
})
