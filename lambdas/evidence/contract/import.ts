import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { BODY_BYTES } from './library.ts'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-library' }

export const IMPORT_ROWS_MAX = 1_000

const ImportedRow = z
  .object({
    row: z.int().min(1).describe('1 is the first asset; the header of CSV is none'),
    status: z
      .enum(['added', 'duplicate', 'invalid', 'full'])
      .describe(
        '`duplicate`: the library, or an earlier row, has this type, title and content; `full`: there is no room',
      ),
    id: z.string().optional().describe('Id of the asset, of one that was there already too'),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe('Which rules an invalid row breaks'),
  })
  .meta({ id: 'ImportedEvidenceRow' })
export type ImportedRow = z.output<typeof ImportedRow>

export const importAssets = endpoint({
  name: 'importEvidenceAssets',
  summary: 'Add many to the library of evidence',
  description:
    'Adds assets, as `assets` or as `csv`: exactly one of them. Each row stands alone: what is wrong with one keeps no other out. What the library has already is not added again, so that the same import can be sent again after a failure. The first row of CSV names members of an asset; domains and tags are separated by `;`, `content` is a JSON object or plain text, which becomes `{text}`, and an empty cell is left out.',
  tags,
  route: 'POST /api/v1/evidence/library/import',
  authority: 'scope:evidence:write',
  idempotent: true,
  rate: RATE,
  request: {
    body: z.strictObject({
      assets: z.array(z.unknown()).min(1).max(IMPORT_ROWS_MAX).optional().describe('Assets as the library takes them'),
      csv: z.string().min(1).optional().describe('The same as CSV (RFC 4180), at most 1,000 rows'),
    }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'What became of each row',
      schema: z.object({
        added: z.int().min(0),
        refused: z.int().min(0).describe('Rows that are invalid, or for which there is no room'),
        rows: z.array(ImportedRow),
      }),
    },
  },
  errors: ['upstream_failed', 'unavailable'],
})
