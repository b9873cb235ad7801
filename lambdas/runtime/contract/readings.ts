import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { CheckedScript, NarrativeReading, StructuredReading } from '@signet/runtime-schemas/reading'
import { RunInput } from '@signet/runtime-schemas/run'
import * as z from 'zod'
import { namespaceHeaders, OUT_OF_SCOPE } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

const tags = ['readings']

export const runReading = endpoint({
  name: 'runReading',
  summary: 'Run a reading',
  description:
    "Runs a spread (question set) or a script. Draws cards (items of expert advice) for an intention, and returns the cards that apply, the reasons, the open questions and the next steps. The same input, seed and stored memory give the same reading. With `inscribe`, the reading is stored, signed and added to the querent's memory. A request with the same `Idempotency-Key` returns the first reading. With `dry_run`, the script is only validated.",
  tags,
  route: 'POST /run',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    query: z.strictObject({
      dry_run: z.boolean().default(false).describe('Whether to validate the script without running it'),
    }),
    headers: namespaceHeaders.extend({
      'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Idempotency key. It has an effect only with `inscribe`, which stores the reading.'),
    }),
    body: RunInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The reading, or the validation result for `dry_run`',
      schema: z.union([StructuredReading, NarrativeReading, CheckedScript]),
    },
  },
  errors: [
    {
      code: 'script_invalid',
      status: 400,
      description:
        'The script has errors; each entry of `errors` has `field`, `code`, `message`, `line`, `column`, `length` and `hint`.',
    },
    OUT_OF_SCOPE,
    {
      code: 'unknown_spread',
      status: 404,
      description: 'The spread does not exist; `spreads` lists the valid names.',
    },
    RECEIPT_CONFLICT,
    {
      code: 'position_unfilled',
      status: 422,
      description:
        'Fewer cards apply to a position (question of the spread) than it requests. Send `lenient` to accept fewer cards; `position`, `wanted` and `available` contain the details.',
    },
    'idempotency_mismatch',
    'unavailable',
  ],
})

export const listSpreads = endpoint({
  name: 'listSpreads',
  summary: 'List spreads',
  description: 'Returns the spreads (question sets) that can be run by name, each with its script.',
  tags,
  route: 'GET /spreads',
  authority: 'open',
  responses: {
    200: {
      description: 'The built-in spreads',
      schema: z.object({
        spreads: z.array(
          z
            .object({ name: z.string(), version: z.string(), title: z.string(), script: z.string() })
            .meta({ id: 'Spread' }),
        ),
      }),
    },
  },
})
