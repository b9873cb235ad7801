import { endpoint } from '@signet/contracts'
import { QuerentId } from '@signet/runtime-schemas/querent-id'
import { Entry, page, Recalled, RecallInput } from '@signet/runtime-schemas/recall'
import * as z from 'zod'
import { namespaceHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits')
  .describe('Hash of a receipt')

const byHash = z.strictObject({ hash: Hash })

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
  description: 'Returns the signed receipt with its public claims, or with the opening that proves its private claims.',
  tags: ['receipts'],
  route: 'GET /receipt/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: byHash, headers: namespaceHeaders },
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
    'Checks signature, key, chain, log and claims as any third party can, and replays the work. The log is queried at the address of the receipts, and skipped if it does not respond. `replay` passes if the result has the same bytes. It is skipped for work that cannot be replayed.',
  tags: ['receipts'],
  route: 'GET /verify/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: byHash, headers: namespaceHeaders },
  responses: {
    200: {
      description: 'The result of each check',
      schema: z
        .looseObject({
          hash: z.string(),
          valid: z.boolean().describe('True if no check failed and the signature was checked'),
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
  summary: 'Get an advisory',
  description:
    'Returns the reply of an inscribed reading or consultation of the namespace, and the hash of the newest later one of the same querent and spread, if any.',
  tags: ['receipts'],
  route: 'GET /advisory/:hash',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { params: byHash, headers: namespaceHeaders },
  responses: {
    200: {
      description: 'The reply',
      schema: z
        .object({
          hash: z.string(),
          kind: z.string(),
          at: z.iso.datetime(),
          advisory: z.looseObject({}).describe('The original reply'),
          superseded_by: z.string().optional(),
        })
        .meta({ id: 'Advisory' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const listGrimoire = endpoint({
  name: 'listGrimoire',
  summary: 'List readings of a querent',
  description: 'Returns inscribed results, newest first. A querent without any returns 404.',
  tags: ['memory'],
  route: 'GET /grimoire/:querentId',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params: z.strictObject({ querentId: QuerentId }),
    query: z.strictObject({
      kind: z.string().max(40).optional(),
      role: z.string().max(40).optional(),
      spread: z.string().max(100).optional(),
      ...page(),
    }),
    headers: namespaceHeaders,
  },
  responses: {
    200: {
      description: 'A page',
      schema: z
        .object({ querent: z.string(), readings: z.array(Entry), next_cursor: z.string().nullable() })
        .meta({ id: 'Grimoire' }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const recallReadings = endpoint({
  name: 'recallReadings',
  summary: 'Recall readings',
  description:
    'Searches the inscribed results of querents: `where` is a condition of the script language over kind, spread, role, pattern, card, fact.<name>, score, at and severity; `text` matches words of intentions and card titles. The summary lists facts that changed between readings, with the receipts of each value. A call scans at most 500 readings; use `next_cursor` to continue.',
  tags: ['memory'],
  route: 'POST /recall',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    headers: namespaceHeaders,
    body: RecallInput,
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The matches',
      schema: Recalled,
    },
  },
  errors: ['unavailable'],
})
