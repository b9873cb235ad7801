import { endpoint } from '@signet/contracts'
import { Classified, ClassifyInput } from '@signet/runtime-schemas/classification'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const classifyIntention = endpoint({
  name: 'classifyIntention',
  summary: 'Classify an intention',
  description:
    'Says which of the patterns an intention is, by words that speak for it, and how sure that is. Cards of a deck stand in the place of the patterns. It asks no model: where `tier2_recommended` is true, let a person or a model choose.',
  tags: ['classification'],
  route: 'POST /classify',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    body: ClassifyInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The classification',
      schema: Classified,
    },
  },
  errors: [
    {
      code: 'unknown_deck',
      status: 404,
      description: 'The organization has no deck of this name, and none is built in.',
    },
    'unavailable',
  ],
})
