import { endpoint } from '@signet/contracts'
import { Classified, ClassifyInput } from '@signet/runtime-schemas/classification'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const classifyIntention = endpoint({
  name: 'classifyIntention',
  summary: 'Classify an intention',
  description:
    'Returns the patterns that match an intention, by weighted words, with a confidence. With `deck`, its cards replace the patterns. Calls no model: if `tier2_recommended` is true, let a person or a model choose.',
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
      description: 'The deck does not exist in the organization or among the built-in decks.',
    },
    'unavailable',
  ],
})
