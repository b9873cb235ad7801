import { endpoint } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import { GraderInput, GraderReply } from '@signet/runtime-schemas/grader'
import { storingHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const runGrader = endpoint({
  name: 'runGrader',
  summary: 'Grade a text',
  description:
    'Grades a text by countable criteria, stores the grade and issues a receipt. The criteria are expected sections, relevance to the intent, cited sources and actionable content. The same text gets the same grade, and the same request gets the same receipt. The grader does not check whether a source is true.',
  tags: ['grader'],
  route: 'POST /grader/run',
  authority: 'scope:runtime:read',
  idempotent: true,
  rate: RUNTIME_RATE,
  request: { headers: storingHeaders, body: GraderInput, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The grade', schema: GraderReply } },
  errors: [
    {
      code: 'unknown_grader_version',
      status: 400,
      description: 'The version of the grading formulas is not available; `known` lists the available versions.',
    },
    {
      code: 'unknown_deck',
      status: 404,
      description: 'The rubric (deck of criteria), or this version of it, does not exist.',
    },
    RECEIPT_CONFLICT,
    'unavailable',
  ],
})
