import { endpoint } from '@signet/contracts'
import { AcceptedIntake, INTAKE_BYTES, intakeRefused } from '@signet/posture/intakes/schemas'
import { CisoIntake } from '@signet/posture/schemas'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { RUNTIME_RATE } from './rates.ts'

export const judgeIntakeHere = endpoint({
  name: 'judgeCisoIntake',
  summary: 'Have a CISO intake judged',
  description:
    'Judges what a company says of its security by published rules, on the day of the server, and issues a signed receipt of the verdict, as the platform does. The intake is of the organization: the platform lists it, whatever the namespace.',
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
        .describe('The same key and body: the same verdict, and one receipt'),
    }),
    body: CisoIntake,
    maxBodyBytes: INTAKE_BYTES,
  },
  responses: { 200: { description: 'It is accepted', schema: AcceptedIntake } },
  errors: [
    ...PAID_RUN_ERRORS,
    'idempotency_mismatch',
    RECEIPT_CONFLICT,
    intakeRefused('It counts as a call.'),
    'upstream_failed',
    'unavailable',
  ],
})
