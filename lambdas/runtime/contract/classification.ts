import { endpoint } from '@signet/contracts'
import { Classified, ClassifyInput } from '@signet/runtime-schemas/classification'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const classifyIntention = endpoint({
  name: 'classifyIntention',
  summary: 'Classify an intention',
  description:
    'Finds the pattern (project template) that best matches an intention by weighted keywords, and returns the pattern with a confidence. With `deck` or `deck_ref`, the cards of that deck are used instead of the patterns. No model is called.',
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
      description:
        '`deck_ref` is neither a deck of the organization nor a built-in deck. `GET /decks/registry` lists the valid decks.',
    },
    'unavailable',
  ],
})
