import { endpoint, wellFormedText } from '@signet/contracts'
import * as z from 'zod'
import { storingHeaders } from './namespace-header.ts'
import { PAID_RUN_ERRORS } from './paid-run.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
const STATUSES = ['open', 'mitigated', 'accepted', 'false_positive'] as const

const text = (maxLength: number) => wellFormedText(maxLength).min(1)

const findingFields = () => ({
  title: text(200).optional().describe('Title of the finding; required without `rule`'),
  rule: z
    .string()
    .regex(/^[A-Z]{3}-\d{2}$/, 'must be the ID of a rule, such as MFA-01')
    .optional()
    .describe('ID of the security questionnaire rule that the finding refers to, such as `MFA-02`'),
  path: text(300).optional().describe('Location of the finding, such as a file path'),
  description: text(4_000).describe('Description of the problem and its impact'),
  severity: z.enum(SEVERITIES),
  owner: text(200).optional().describe('Person or team responsible for the finding'),
  status: z.enum(STATUSES).describe('Status of the finding. `accepted` requires `owner` and `due`.'),
  due: z.iso.date().optional().describe('Date by which the owner must resolve the finding'),
  receipt: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits')
    .optional()
    .describe('Hash of a receipt of the organization to which the finding refers'),
  compensatingControl: z
    .strictObject({ gap: text(300), mitigation: text(2_000), owner: text(200) })
    .optional()
    .describe('Measure that mitigates the finding: the gap, the mitigation and its owner'),
})

const FindingInput = z
  .strictObject({
    id: z.uuid().optional().describe('ID of the finding to change; if absent, a new finding is recorded'),
    ...findingFields(),
    note: text(1_000).optional().describe('Reason for the change, recorded in the history'),
  })
  .meta({ id: 'FindingInput' })

export type FindingBody = z.output<typeof FindingInput>

const Finding = z
  .object({
    id: z.string(),
    ...findingFields(),
    title: text(200).optional().describe('Title of the finding'),
    history: z
      .array(
        z.object({
          at: z.iso.datetime(),
          by: z.string().describe('Author: `user:<id>`, `key:<id>` or `service`'),
          status: z.enum(STATUSES),
          note: z.string().optional(),
        }),
      )
      .describe('Changes to the finding, oldest first'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Finding' })

export type FindingView = z.output<typeof Finding>

export const recordFinding = endpoint({
  name: 'recordFinding',
  summary: 'Record a finding',
  description:
    'Records a security finding or, with `id`, changes an existing one. The history contains each change and its author.',
  tags: ['agents'],
  route: 'POST /agents/ciso-finding',
  authority: 'scope:runtime:run',
  rate: RUNTIME_RATE,
  request: { headers: storingHeaders, body: FindingInput, maxBodyBytes: BODY_BYTES },
  responses: {
    200: { description: 'The changed finding', schema: Finding },
    201: { description: 'The new finding', schema: Finding },
  },
  errors: [
    ...PAID_RUN_ERRORS,
    'not_found',
    {
      code: 'finding_conflict',
      status: 409,
      description: 'Concurrent requests are changing the finding. Try again.',
    },
    'unavailable',
  ],
})
