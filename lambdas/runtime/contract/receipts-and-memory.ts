import { endpoint } from '@signet/contracts'
import { QuerentId } from '@signet/runtime-schemas/querent-id'
import { Entry, page, Recalled, RecallInput } from '@signet/runtime-schemas/recall'
import * as z from 'zod'
import { lookupHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits')
  .describe('Hash of the receipt')

const hashParams = z.strictObject({ hash: Hash })

const Envelope = z
  .object({
    payload: z.string(),
    payloadType: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  })
  .meta({ id: 'RuntimeReceiptEnvelope' })

export const getRuntimeReceipt = endpoint({
  name: 'getRuntimeReceipt',
  summary: 'Get a receipt',
  description:
    'Returns the signed receipt with its public claims, or with the opening (content and salt) that proves its private claims.',
  tags: ['receipts'],
  route: 'GET /receipt/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: hashParams, headers: lookupHeaders },
  responses: {
    200: {
      description: 'The receipt',
      schema: z
        .object({
          hash: z.string(),
          kind: z.string(),
          issuedAt: z.iso.datetime(),
          envelope: Envelope,
          claimsVisibility: z.enum(['public', 'private']),
          claims: z.unknown().optional(),
          opening: z.object({ salt: z.string(), claims: z.unknown() }).optional(),
          verifyUrl: z.string(),
        })
        .meta({ id: 'RuntimeReceipt' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

const Check = z.object({ status: z.enum(['pass', 'fail', 'pending', 'skipped']), detail: z.string() })

export const verifyRuntimeReceipt = endpoint({
  name: 'verifyRuntimeReceipt',
  summary: 'Verify a receipt',
  description:
    'Checks the signature, key, chain, log and claims of a receipt, as any third party can, and replays the work. The log check is skipped if the log does not respond. The `replay` check passes if the result has the same bytes, and is skipped for work that cannot be replayed.',
  tags: ['receipts'],
  route: 'GET /verify/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: hashParams, headers: lookupHeaders },
  responses: {
    200: {
      description: 'The result of each check',
      schema: z
        .looseObject({
          hash: z.string(),
          valid: z.boolean().describe('Whether the signature was checked and no check failed'),
          kind: z.string(),
          issuedAt: z.iso.datetime(),
          checks: z.looseObject({
            payload: Check,
            signature: Check,
            key: Check,
            chain: Check,
            log: Check,
            claims: Check,
            replay: Check,
          }),
        })
        .meta({ id: 'RuntimeVerification' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const getAdvisory = endpoint({
  name: 'getAdvisory',
  summary: 'Get a stored reading or consultation',
  description:
    'Returns the original response of a stored reading or consultation. `superseded_by` is the newest later result of the same querent (project or team) and spread (question set).',
  tags: ['receipts'],
  route: 'GET /advisory/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({ hash: Hash.describe('Receipt hash of the reading or consultation') }),
    headers: lookupHeaders,
  },
  responses: {
    200: {
      description: 'The stored result',
      schema: z
        .object({
          hash: z.string(),
          kind: z.string(),
          at: z.iso.datetime(),
          advisory: z.looseObject({}).describe('The original response'),
          superseded_by: z
            .string()
            .optional()
            .describe('Receipt hash of the newest later result; absent if there is none'),
        })
        .meta({ id: 'Advisory' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const listGrimoire = endpoint({
  name: 'listGrimoire',
  summary: 'List stored results of a querent',
  description:
    'Returns the stored readings, consultations, scaffolds and grades of a querent (project or team), newest first. Returns 404 for a querent without stored results.',
  tags: ['memory'],
  route: 'GET /grimoire/:querentId',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({ querentId: QuerentId }),
    query: z.strictObject({
      kind: z
        .string()
        .max(40)
        .optional()
        .describe('Filter by kind: `reading`, `agent.run`, `flow` (scaffold) or `grader.run` (grade)'),
      role: z.string().max(40).optional().describe('Filter by role of the consultation'),
      spread: z.string().max(100).optional().describe('Filter by spread (question set) of the reading'),
      ...page(),
    }),
    headers: lookupHeaders,
  },
  responses: {
    200: {
      description: 'A page of results',
      schema: z
        .object({ querent: z.string(), readings: z.array(Entry), next_cursor: z.string().nullable() })
        .meta({ id: 'Grimoire' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const recallReadings = endpoint({
  name: 'recallReadings',
  summary: 'Search stored results',
  description:
    'Searches the stored results of querents (projects or teams). `where` is a script-language condition on `kind`, `spread`, `role`, `pattern`, `card`, `fact.<name>`, `score`, `at` and `severity`. `text` matches words in intentions and card titles. The summary lists facts whose values changed between readings, with the receipts of each value. A request scans at most 500 readings; use `next_cursor` to continue.',
  tags: ['memory'],
  route: 'POST /recall',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    headers: lookupHeaders,
    body: RecallInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The matching results and a summary',
      schema: Recalled,
    },
  },
  errors: ['unavailable'],
})
