import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { GraderInput, GraderReply } from '@signet/runtime-schemas/grader'
import { namespaceHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const runGrader = endpoint({
  name: 'runGrader',
  summary: 'Grade a text',
  description:
    'Grades a text by what can be counted in it, keeps the grade and issues its receipt: whether it has the parts of its kind and speaks of what was asked, says what it stands on, and can be acted on. The same text has the same grade, and the same request the same receipt. Whether a source is true it cannot see.',
  tags: ['grader'],
  route: 'POST /grader/run',
  authority: 'scope:runtime:read',
  idempotent: true,
  rate: RUNTIME_RATE,
  request: { headers: namespaceHeaders, body: GraderInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The grade', schema: GraderReply } },
  errors: [
    {
      code: 'unknown_grader_version',
      status: 400,
      description: 'These formulas are not kept; `known` lists those that are.',
    },
    { code: 'unknown_deck', status: 404, description: 'There is no rubric of this name and version.' },
    RECEIPT_CONFLICT,
    'unavailable',
  ],
})
