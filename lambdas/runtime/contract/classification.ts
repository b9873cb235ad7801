import { endpoint } from '@signet/contracts'
import { Classified, ClassifyInput } from '@signet/runtime-schemas/classification'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const classifyIntention = endpoint({
  name: 'classifyIntention',
  summary: 'Classify an intention',
  description:
    'Matches an intention against the patterns by weighted keywords, and returns the matches with a confidence. With `deck`, its cards are used instead of the patterns. No model is called. If `tier2_recommended` is true, the match is uncertain, and a person or a model should choose.',
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
      description: 'The deck is neither a deck of the organization nor a built-in deck.',
    },
    'unavailable',
  ],
})
