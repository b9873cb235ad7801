import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-library' }

export const IMPORT_ROWS_MAX = 1_000

const ImportedRow = z
  .object({
    row: z.int().min(1).describe('Number of the row, from 1. The header row of a CSV is not counted.'),
    status: z
      .enum(['added', 'duplicate', 'invalid', 'full'])
      .describe(
        '`duplicate`: the library or an earlier row has an asset with the same type, title and content. `full`: the library has reached its limit.',
      ),
    id: z.string().optional().describe('ID of the new asset or, for a duplicate, of the existing asset'),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe('Reasons why the row is invalid'),
  })
  .meta({ id: 'ImportedEvidenceRow' })
export type ImportedRow = z.output<typeof ImportedRow>

export const importAssets = endpoint({
  name: 'importEvidenceAssets',
  summary: 'Import evidence assets',
  description:
    'Adds assets to the evidence library. Send either `assets` or `csv`, but not both. Rows are independent: an invalid row does not affect the others. Existing assets are not added again, so you can repeat an import after a failure. The header row of the CSV contains the field names of an asset. Separate domains and tags with `;`. `content` is a JSON object, or plain text, which is stored as `{text}`. Empty cells are ignored.',
  tags,
  route: 'POST /api/v1/evidence/library/import',
  authority: 'scope:evidence:write',
  idempotent: true,
  rate: RATE,
  request: {
    body: z.strictObject({
      assets: z
        .array(z.unknown())
        .min(1)
        .max(IMPORT_ROWS_MAX)
        .optional()
        .describe('Assets in the format of `POST /api/v1/evidence/library`'),
      csv: z.string().min(1).optional().describe('Assets as CSV (RFC 4180), at most 1,000 rows'),
    }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The result of each row',
      schema: z.object({
        added: z.int().min(0),
        refused: z
          .int()
          .min(0)
          .describe('Number of rows that were not added because they are invalid or exceed the asset limit'),
        rows: z.array(ImportedRow),
      }),
    },
  },
  errors: ['upstream_failed', 'unavailable'],
})
