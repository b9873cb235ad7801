import { defineContract, endpoint } from '@signet/contracts'
import { AccountExport } from '@signet/erasure'
import * as z from 'zod'

const ExportState = z
  .object({
    state: z.enum(['preparing', 'ready']),
    asked_at: z.iso.datetime().describe('Time of the request that started the export'),
    ready_at: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the ZIP was created; null while the export is being prepared'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the ZIP is deleted; null while the export is being prepared'),
    url: z
      .string()
      .nullable()
      .describe('Download URL of the ZIP, valid for 15 minutes. Repeat the request to get a new URL.'),
    bytes: z.int().nullable().describe('Size of the ZIP in bytes; null while the export is being prepared'),
    files: z.int().nullable().describe('Number of files in the ZIP; null while the export is being prepared'),
    answered: z.array(z.string()).describe('Names of the services that have delivered their part'),
    missing: z
      .array(z.string())
      .describe(
        'Names of the services that have not delivered their part yet. In a finished export, these services did not deliver it within a day, and their data is missing.',
      ),
  })
  .meta({ id: 'AccountExportState' })
export type ExportState = z.infer<typeof ExportState>

const noStore = { 'cache-control': { description: 'no-store', schema: z.string() } }
const preparing = {
  description: 'The export is being prepared. Repeat the request after `Retry-After` seconds.',
  schema: ExportState,
  headers: {
    ...noStore,
    'retry-after': { description: 'Seconds to wait before the next request', schema: z.string() },
  },
}
const exportDescription =
  'The export is a ZIP of all stored data of the user and their personal organization, as JSON Lines and images. Its `manifest.json` lists the files of each service with their SHA-256 digests. Secrets and keys are excluded.'

export const getAccountExport = endpoint({
  name: 'getAccountExport',
  summary: 'Get the account export',
  description: `${exportDescription} Starts an export if none exists. A finished export can be downloaded for 7 days.`,
  tags: ['account'],
  route: 'GET /api/account/export',
  authority: 'session',
  rate: { requests: 300, window: '1h', by: 'user' },
  responses: {
    200: { description: 'The finished export and its download URL', schema: ExportState, headers: noStore },
    202: preparing,
  },
  errors: ['forbidden', 'unavailable'],
})

export const renewAccountExport = endpoint({
  name: 'renewAccountExport',
  summary: 'Start a new account export',
  description: `Starts a new export, unless one is already being prepared. ${exportDescription}`,
  tags: ['account'],
  route: 'POST /api/account/export',
  authority: 'session',
  idempotent: true,
  // Each export is a full copy that is stored for a week.
  rate: { requests: 5, window: '1d', by: 'user' },
  responses: { 202: preparing },
  errors: ['forbidden', 'unavailable'],
})

export const accountExportContract = defineContract({
  name: 'account-export',
  version: '1.0.0',
  description: 'Events about the export of an account.',
  schema: AccountExport,
  operations: {
    request: {
      kind: 'command',
      description: 'A user requested a copy of their data. Each service stores its part of the copy.',
      emits: ['account-export.due'],
    },
  },
  events: { 'account-export.due': AccountExport },
  surfaces: {},
  authority: { request: 'internal' },
})
