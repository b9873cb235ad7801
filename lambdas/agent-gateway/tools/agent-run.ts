import type { Tool } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import { type Consultation, ConsultationInput } from '@signet/runtime-schemas/consultation'
import * as z from 'zod'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, LOW_RATE, receiptLine, receiptLinks, WRITES } from './gateway-tool.ts'
import { listOf } from './shorten-output.ts'

const NAME = 'agent_run'

const Output = z.looseObject({
  role: z.string(),
  response: z.string().describe('The advice as Markdown'),
  analysis: z
    .looseObject({
      findings: listOf('id, title, statement, severity, confidence, because'),
      open_questions: listOf(''),
    })
    .describe('Findings, options, open questions'),
  guidance: z.looseObject({ next_steps: listOf('id, action, owner, due, done_when') }),
  hash: z.string(),
  receipt: z.looseObject({ hash: z.string(), verifyUrl: z.string() }),
})

const inWords = (consultation: Consultation): string => {
  const lines = consultation.analysis.findings.map(
    ({ id, severity, statement }) => `- ${id} (${severity}): ${statement}`,
  )
  const advice =
    consultation.response === '' ? `${consultation.analysis.summary}\n\n${lines.join('\n')}` : consultation.response
  return `${advice}${receiptLine(consultation)}`
}

export const agentRun = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: NAME,
    title: 'Consult a role',
    description:
      'Consults a role (cto, ciso, cfo, cmo, cpo, architect, mara for operations, sera for customers) about an intention. Returns findings, options, next steps and open questions, with a signed receipt. Deterministic: the same input gives the same advice. Takes one scaffold of the quota, on every plan; nothing if it fails. For a reading at no cost use reading_run.',
    scope: 'agents:run',
    input: z.strictObject(ConsultationInput.shape),
    output: Output,
    hints: WRITES,
    rate: LOW_RATE,
    ask: async (body, context) =>
      deps.platform.consultRole({
        body,
        headers: { 'idempotency-key': repeatKey(NAME, body, context.caller, deps.now()) },
        ...atPlatform(context),
      }),
    words: inWords,
    links: receiptLinks,
  })
