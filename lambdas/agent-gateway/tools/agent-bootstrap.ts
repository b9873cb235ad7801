import type { Tool } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import { type RoleBootstrap, RoleBootstrapInput } from '@signet/runtime-schemas/consultation'
import * as z from 'zod'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, LOW_RATE, WRITES } from './gateway-tool.ts'
import { listOf } from './shorten-output.ts'

const NAME = 'agent_bootstrap'

const Output = z.looseObject({
  role: z.string(),
  signalType: z.string(),
  gapType: z.string(),
  researchStrategy: z.string(),
  tierAssignment: z.string(),
  candidate_vocabulary: listOf('term, weight, count'),
  candidate_cards: listOf('Drafts of advice cards for the role'),
})

const inWords = (bootstrap: RoleBootstrap): string =>
  [
    `Signals: ${bootstrap.signalType} (${bootstrap.signalClass}). Gap: ${bootstrap.gapType} (${bootstrap.gapClass}).`,
    `Research by ${bootstrap.researchStrategy.replaceAll('_', ' ')} (${bootstrap.researchType}), until it is ${bootstrap.evidenceBar}.`,
    `Confidence in this method: ${bootstrap.methodologyConfidence}; ${bootstrap.tierAssignment}.`,
    `Vocabulary: ${bootstrap.candidate_vocabulary.map(({ term }) => term).join(', ') || 'none in two signals'}.`,
  ].join('\n')

export const agentBootstrap = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: NAME,
    title: 'Bootstrap a role',
    description:
      'Bootstraps a role that has no knowledge yet: classifies the signals, names the gap, and says how to research it. Uses word lists and tables, no model. Takes one scaffold of the quota; nothing if it fails.',
    scope: 'agents:run',
    input: z.strictObject(RoleBootstrapInput.shape),
    output: Output,
    hints: WRITES,
    rate: LOW_RATE,
    ask: async (body, context) =>
      deps.platform.bootstrapRole({
        body,
        headers: { 'idempotency-key': repeatKey(NAME, body, context.caller, deps.now()) },
        ...atPlatform(context),
      }),
    words: inWords,
  })
