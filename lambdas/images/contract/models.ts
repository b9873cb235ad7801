import { endpoint } from '@signet/contracts'
import { ModelEntry } from '@signet/imaging/schemas/model-entry'
import { Capability } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'

export const listModels = endpoint({
  name: 'listModels',
  summary: 'List models',
  description:
    'Returns the default model of each tier, the models that can be selected instead, and the locked models with the progress toward unlocking them.',
  tags: ['models'],
  route: 'GET /v2/models',
  authority: 'public',
  rate: { requests: 1_200, window: '1m', by: 'address' },
  request: {
    query: z.strictObject({ capability: Capability.optional().describe('Only models with this capability') }),
  },
  errors: ['unavailable'],
  responses: {
    200: { description: 'The models', schema: z.object({ models: z.array(ModelEntry) }) },
  },
})
