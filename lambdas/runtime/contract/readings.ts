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
  summary: 'Run a spread or a script',
  description:
    'Reads the decks for an intention: which cards apply, why, what is unknown and what to do. The same input gives the same bytes. An inscribed reading is kept, remembered by its querent, and has a receipt; with an Idempotency-Key the same request again is answered with the first one. `dry_run` only checks a script.',
  tags,
  route: 'POST /run',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    query: z.strictObject({ dry_run: z.boolean().default(false).describe('Only check the script') }),
    headers: namespaceHeaders.extend({
      'idempotency-key': z.string().min(1).max(255).optional().describe('Names an inscribed reading'),
    }),
    body: RunInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The reading, or what `dry_run` has found',
      schema: z.union([StructuredReading, NarrativeReading, CheckedScript]),
    },
  },
  errors: [
    {
      code: 'script_invalid',
      status: 400,
      description: 'The script has errors: `errors[]` has field, code, message, line, column, length and a hint.',
    },
    OUT_OF_SCOPE,
    { code: 'unknown_spread', status: 404, description: 'There is no spread of this name; `spreads` lists them.' },
    RECEIPT_CONFLICT,
    {
      code: 'position_unfilled',
      status: 422,
      description: 'A position has fewer cards than asked; the body has `position`, `wanted` and `available`.',
    },
    'idempotency_mismatch',
    'unavailable',
  ],
})

export const listSpreads = endpoint({
  name: 'listSpreads',
  summary: 'List spreads',
  description: 'Templates of questions that can be run by name, each with its script.',
  tags,
  route: 'GET /spreads',
  authority: 'open',
  responses: {
    200: {
      description: 'All of them',
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
