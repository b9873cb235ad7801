import { endpoint, type RateDefinition } from '@signet/contracts'
import { PAID_HEADERS, paidRequestHeaders } from '@signet/ledger/paid-contract'
import {
  AcceptedIntake,
  ComparedIntakes,
  INTAKE_BYTES,
  IntakeDisclosures,
  IntakeRules,
  intakeRefused,
  ListedIntake,
  receiptHash,
  StoredIntake,
} from '@signet/posture/intakes/schemas'
import { CisoIntake } from '@signet/posture/schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'

const tags = ['posture']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'posture' }

const byHash = () => z.strictObject({ hash: receiptHash() })

export const submitIntake = endpoint({
  name: 'submitCisoIntake',
  summary: 'Assess a security questionnaire (CISO intake)',
  description:
    "Assesses a company's security answers against published rules, as of the current date, and issues a signed receipt of the verdict. Accepted and refused intakes each count as one unit of the monthly scaffold quota; other responses do not count. The receipt's public claims have at most 16 KiB and never include owners, notes, mitigations, incident details or the number of employees.",
  tags,
  route: 'POST /api/agents/ciso-intake',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: CisoIntake, maxBodyBytes: INTAKE_BYTES },
  responses: { 200: { description: 'The intake was accepted', schema: AcceptedIntake, headers: PAID_HEADERS } },
  errors: [
    'quota_exceeded',
    'idempotency_mismatch',
    RECEIPT_CONFLICT,
    intakeRefused('A refused intake counts against the scaffold quota.'),
    'upstream_failed',
    'unavailable',
  ],
})

export const listIntakes = endpoint({
  name: 'listCisoIntakes',
  summary: 'List CISO intakes',
  description: 'Returns the assessed security questionnaires (intakes) of the organization, newest first.',
  tags,
  route: 'GET /api/agents/ciso-intake',
  authority: 'scope:agents:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Intakes per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of intakes',
      schema: z.object({
        intakes: z.array(ListedIntake),
        nextCursor: z.string().optional().describe('Cursor of the next page; absent on the last page'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const getIntake = endpoint({
  name: 'getCisoIntake',
  summary: 'Get a CISO intake',
  description:
    'Returns an assessed security questionnaire (intake) of the organization with its payload, findings and claims, and whether its answers are still current.',
  tags,
  route: 'GET /api/agents/ciso-intake/intakes/:hash',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: byHash() },
  responses: { 200: { description: 'The intake', schema: StoredIntake } },
  errors: ['not_found', 'unavailable'],
})

const etag = { etag: { description: 'SHA-256 of the rules', schema: z.string() } }

export const getIntakeRules = endpoint({
  name: 'getCisoIntakeRules',
  summary: 'Get the rules of CISO intakes',
  description:
    'Returns the complete ruleset for security questionnaires (intakes) as data, without authentication. Receipts of intakes reference the ruleset by its SHA-256. Anyone with the payload and the rules can reproduce the verdict.',
  tags,
  route: 'GET /api/agents/ciso-intake/rules',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the cached copy') }),
  },
  responses: {
    200: { description: 'The ruleset', schema: IntakeRules, headers: etag },
    304: { description: 'The cached copy is current', headers: etag },
  },
})

export const compareIntakes = endpoint({
  name: 'compareCisoIntakes',
  summary: 'Compare two CISO intakes',
  description:
    'Compares two intakes (security questionnaires) of the organization and returns the findings that were fixed, appeared, are still open, or are mitigated by a compensating control. Subprocessors are matched by name, not by position.',
  tags,
  route: 'POST /api/agents/ciso-intake/diff',
  authority: 'scope:agents:read',
  rate: RATE,
  request: {
    body: z.strictObject({
      from: receiptHash().describe('Hash of the receipt of the earlier intake'),
      to: receiptHash().describe('Hash of the receipt of the later intake'),
    }),
  },
  responses: { 200: { description: 'The differences', schema: ComparedIntakes } },
  errors: ['not_found', 'unavailable'],
})

export const getIntakeAnswers = endpoint({
  name: 'getCisoIntakeCaiq',
  summary: 'Get CAIQ answers of an intake',
  description:
    'Returns answers to the Consensus Assessments Initiative Questionnaire (CAIQ) v4.0 that follow from an assessed security questionnaire (intake), by question ID. Each answer lists the claims of the receipt that support it. The format is JSON, or CSV with the columns `id`, `answer`, `covers`, `claims`, `findings` and `receipt`. Unanswered questions are omitted.',
  tags,
  route: 'GET /api/agents/ciso-intake/intakes/:hash/caiq',
  authority: 'scope:agents:read',
  rate: RATE,
  request: {
    params: byHash(),
    query: z.strictObject({ format: z.enum(['json', 'csv']).default('json').describe('Format of the answers') }),
  },
  responses: {
    200: {
      description: 'The answered questions',
      mediaTypes: ['application/json', 'text/csv'],
      headers: { 'content-disposition': { description: 'File name of the download', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const getIntakeDisclosures = endpoint({
  name: 'getCisoIntakeDisclosures',
  summary: 'List disclosures of a CISO intake',
  description:
    "Returns a disclosure for each public claim of the intake's receipt, with the proof that the claim was signed. A disclosure reveals only its own claim. Disclosures are derived from the claims, so anyone who has the claims can compute them.",
  tags,
  route: 'GET /api/agents/ciso-intake/intakes/:hash/disclosures',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: byHash() },
  responses: { 200: { description: 'The disclosures of the public claims', schema: IntakeDisclosures } },
  errors: ['not_found', 'unavailable'],
})
