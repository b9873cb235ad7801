import { endpoint } from '@signet/contracts'
import { AcceptedIntake, INTAKE_BYTES, intakeRefused } from '@signet/posture/intakes/schemas'
import { CisoIntake } from '@signet/posture/schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { RUNTIME_RATE } from './rates.ts'

export const judgeRuntimeIntake = endpoint({
  name: 'judgeCisoIntake',
  summary: 'Assess a security questionnaire (CISO intake)',
  description:
    "Assesses a company's security answers against published rules, as of the current date, and issues a signed receipt of the verdict. The intake belongs to the organization and appears in `GET /api/agents/ciso-intake`. The `X-Querent-Ids` header has no effect.",
  tags: ['agents'],
  route: 'POST /agents/ciso-intake',
  authority: 'scope:runtime:run',
  idempotent: true,
  rate: RUNTIME_RATE,
  request: {
    headers: z.object({
      'idempotency-key': z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Idempotency key. The same key and body return the same verdict and receipt.'),
    }),
    body: CisoIntake,
    maxBodyBytes: INTAKE_BYTES,
  },
  responses: { 200: { description: 'The intake was accepted', schema: AcceptedIntake } },
  errors: [
    ...PAID_RUN_ERRORS,
    'idempotency_mismatch',
    RECEIPT_CONFLICT,
    intakeRefused('A refused intake counts against the daily quota.'),
    'upstream_failed',
    'unavailable',
  ],
})
