import type { Tool } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import { type RoleBootstrap, RoleBootstrapInput } from '@signet/runtime-schemas/consultation'
import * as z from 'zod'
import { listed } from './bounded.ts'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { FEW, gatewayTool, WRITES } from './gateway-tool.ts'

const NAME = 'agent_bootstrap'

const Output = z.looseObject({
  role: z.string(),
  signalType: z.string(),
  gapType: z.string(),
  researchStrategy: z.string(),
  tierAssignment: z.string(),
  candidate_vocabulary: listed('term, weight, count'),
  candidate_cards: listed('Skeletons of cards'),
})

const inWords = (begun: RoleBootstrap): string =>
  [
    `Signals: ${begun.signalType} (${begun.signalClass}). Gap: ${begun.gapType} (${begun.gapClass}).`,
    `Find out by ${begun.researchStrategy.replaceAll('_', ' ')} (${begun.researchType}), until it is ${begun.evidenceBar}.`,
    `Confidence in this: ${begun.methodologyConfidence}; ${begun.tierAssignment}.`,
    `Words: ${begun.candidate_vocabulary.map(({ term }) => term).join(', ') || 'none in two signals'}.`,
  ].join('\n')

export const agentBootstrap = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: NAME,
    title: 'Begin for a role',
    description:
      'Says how a role begins where nothing is known yet: what the signals are of, which gap they show, how to find out. By word lists and tables. Takes one scaffold of the quota; nothing if it fails.',
    scope: 'agents:run',
    input: z.strictObject(RoleBootstrapInput.shape),
    output: Output,
    hints: WRITES,
    rate: FEW,
    ask: async (body, context) =>
      deps.platform.bootstrapRole({
        body,
        headers: { 'idempotency-key': repeatKey(NAME, body, context.caller, deps.now()) },
        ...atPlatform(context),
      }),
    words: inWords,
  })
