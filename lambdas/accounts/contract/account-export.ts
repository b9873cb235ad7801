import { defineContract, endpoint } from '@signet/contracts'
import { AccountExport } from '@signet/erasure'
import * as z from 'zod'

const ExportState = z
  .object({
    state: z.enum(['preparing', 'ready']),
    asked_at: z.iso.datetime(),
    ready_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable().describe('From then on the ZIP is gone'),
    url: z.string().nullable().describe('Address of the ZIP, good for 15 minutes: ask again for another'),
    bytes: z.int().nullable().describe('Size of the ZIP'),
    files: z.int().nullable(),
    answered: z.array(z.string()).describe('Services whose part is there'),
    missing: z
      .array(z.string())
      .describe('Services whose part is not there yet; once it is ready, those that had not answered in a day'),
  })
  .meta({ id: 'AccountExport' })
export type ExportState = z.infer<typeof ExportState>

const noStore = { 'cache-control': { description: 'no-store', schema: z.string() } }
const preparing = {
  description: 'It is being prepared: ask again after `Retry-After`',
  schema: ExportState,
  headers: { ...noStore, 'retry-after': { description: 'Seconds', schema: z.string() } },
}
const what =
  'A ZIP of everything that is kept of the person and of their own organization, as JSON Lines and pictures, with `manifest.json`: what each service gave, and the SHA-256 of each file. Secrets and keys are not in it.'

export const getAccountExport = endpoint({
  name: 'getAccountExport',
  summary: 'Export the account',
  description: `${what} Begins an export where there is none; one that is ready can be had for 7 days.`,
  tags: ['account'],
  route: 'GET /api/account/export',
  authority: 'session',
  rate: { requests: 300, window: '1h', by: 'user' },
  responses: {
    200: { description: 'It is ready', schema: ExportState, headers: noStore },
    202: preparing,
  },
  errors: ['forbidden', 'unavailable'],
})

export const renewAccountExport = endpoint({
  name: 'renewAccountExport',
  summary: 'Export the account anew',
  description: `${what} Begins another export where the latest one is ready.`,
  tags: ['account'],
  route: 'POST /api/account/export',
  authority: 'session',
  idempotent: true,
  // Each is a whole copy, which is kept for a week.
  rate: { requests: 5, window: '1d', by: 'user' },
  responses: { 202: preparing },
  errors: ['forbidden', 'unavailable'],
})

export const accountExportContract = defineContract({
  name: 'account-export',
  version: '1.0.0',
  description: 'The export of an account, in events.',
  schema: AccountExport,
  operations: {
    ask: {
      kind: 'command',
      description: 'A person wants a copy of what is kept of them: each service stores its part.',
      emits: ['account-export.due'],
    },
  },
  events: { 'account-export.due': AccountExport },
  surfaces: {},
  authority: { ask: 'internal' },
})
