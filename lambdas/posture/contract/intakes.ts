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
  summary: 'Have a CISO intake judged',
  description:
    'Judges what a company says of its security by published rules, on the day of the server, and issues a signed receipt of the verdict. Takes one scaffold of the cycle, accepted or refused; any other answer takes nothing. Receipt, payload and count are one write. The receipt shows claims to everybody, 16 KiB at most: never owners, notes, mitigations, what happened in incidents or the number of employees.',
  tags,
  route: 'POST /api/agents/ciso-intake',
  authority: 'scope:agents:run',
  idempotent: true,
  rate: RATE,
  request: { headers: paidRequestHeaders, body: CisoIntake, maxBodyBytes: INTAKE_BYTES },
  responses: { 200: { description: 'It is accepted', schema: AcceptedIntake, headers: PAID_HEADERS } },
  errors: [
    'quota_exceeded',
    'idempotency_mismatch',
    RECEIPT_CONFLICT,
    intakeRefused('It takes one scaffold.'),
    'upstream_failed',
    'unavailable',
  ],
})

export const listIntakes = endpoint({
  name: 'listCisoIntakes',
  summary: 'List CISO intakes',
  description: 'Intakes of the organization, the newest first.',
  tags,
  route: 'GET /api/agents/ciso-intake',
  authority: 'scope:agents:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Intakes a page'),
      cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({
        intakes: z.array(ListedIntake),
        nextCursor: z.string().optional().describe('Present while there are more'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const getIntake = endpoint({
  name: 'getCisoIntake',
  summary: 'A CISO intake',
  description: 'An intake of the organization with its payload, findings and claims, and how fresh it is today.',
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
  summary: 'The rules of CISO intakes',
  description:
    'All that a verdict follows from, as data, for everybody: receipts of intakes name them with their SHA-256. Whoever has the payload makes the same verdict from it.',
  tags,
  route: 'GET /api/agents/ciso-intake/rules',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the present copy') }),
  },
  responses: {
    200: { description: 'The rules', schema: IntakeRules, headers: etag },
    304: { description: 'The copy is current', headers: etag },
  },
})

export const compareIntakes = endpoint({
  name: 'compareCisoIntakes',
  summary: 'Compare two CISO intakes',
  description:
    'What was mended between two intakes of the organization, what appeared, what is open still and what is recovered. Subprocessors are known by their names, whatever their places.',
  tags,
  route: 'POST /api/agents/ciso-intake/diff',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { body: z.strictObject({ from: receiptHash(), to: receiptHash() }) },
  responses: { 200: { description: 'What is different', schema: ComparedIntakes } },
  errors: ['not_found', 'unavailable'],
})

export const getIntakeAnswers = endpoint({
  name: 'getCisoIntakeCaiq',
  summary: 'Answers to CAIQ',
  description:
    'Questions of CAIQ v4.0 that an intake answers, by id, with the claims of the receipt that each answer stands on. As JSON, or as CSV with the columns id, answer, covers, claims, findings, receipt. Questions that it leaves open are left out.',
  tags,
  route: 'GET /api/agents/ciso-intake/intakes/:hash/caiq',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: byHash(), query: z.strictObject({ format: z.enum(['json', 'csv']).default('json') }) },
  responses: {
    200: {
      description: 'The answers',
      mediaTypes: ['application/json', 'text/csv'],
      headers: { 'content-disposition': { description: 'A name for the file', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const getIntakeDisclosures = endpoint({
  name: 'getCisoIntakeDisclosures',
  summary: 'Claims of a CISO intake, one by one',
  description:
    'What shows each public claim of the receipt without the others, with the proof that it is among those that were signed. They follow from the claims, so that whoever has those makes the same.',
  tags,
  route: 'GET /api/agents/ciso-intake/intakes/:hash/disclosures',
  authority: 'scope:agents:read',
  rate: RATE,
  request: { params: byHash() },
  responses: { 200: { description: 'The claims', schema: IntakeDisclosures } },
  errors: ['not_found', 'unavailable'],
})
