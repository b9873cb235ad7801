import type { Tool } from '@signet/mcp'
import { Classified, ClassifyInput } from '@signet/runtime-schemas/classification'
import * as z from 'zod'
import { atRuntime } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, READS } from './gateway-tool.ts'

/** `deck` is loose, because its full schema would cost more tokens than all other arguments. The runtime validates it. */
const Input = z.strictObject({
  ...ClassifyInput.shape,
  deck: z.looseObject({}).optional().describe('A custom deck, which is not stored; deck_alias is its name'),
})

export const scaffoldClassify = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'scaffold_classify',
    title: 'Classify an intention',
    description:
      'Returns the project pattern of an intention, the confidence, and its traits: triggers, data and exposure. Uses no model. Costs nothing. If tier2_recommended is true, let the user choose.',
    scope: 'runtime:read',
    input: Input,
    output: Classified,
    hints: READS,
    rate: HIGH_RATE,
    ask: async (body, context) =>
      deps.runtime.classifyIntention({ body: body as never, ...atRuntime(context).options }),
    words: ({ classification: { pattern, confidence, runner_up_vocab_signal: next }, traits, tier2_recommended }) =>
      [
        `${pattern}, confidence ${confidence}${next ? `; next best: ${next}` : ''}.`,
        ...(tier2_recommended ? ['The intention is ambiguous: let the user choose the pattern.'] : []),
        `Traits: ${Object.entries(traits)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}.`,
      ].join('\n'),
  })
