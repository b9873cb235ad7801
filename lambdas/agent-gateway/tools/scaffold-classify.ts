import type { Tool } from '@signet/mcp'
import { Classified, ClassifyInput } from '@signet/runtime-schemas/classification'
import * as z from 'zod'
import { atRuntime } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, READS, SOME } from './gateway-tool.ts'

/** The runtime says what is wrong with a deck; its schema would cost more than all other arguments. */
const Input = z.strictObject({
  ...ClassifyInput.shape,
  deck: z.looseObject({}).optional().describe('A deck of yours, which is not stored; deck_alias is its name'),
})

export const scaffoldClassify = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'scaffold_classify',
    title: 'Classify an intention',
    description:
      'Says which pattern of project an intention is, how sure that is, and what it says of triggers, data and exposure. Asks no model and costs nothing. Where tier2_recommended is true, ask the person.',
    scope: 'runtime:read',
    input: Input,
    output: Classified,
    hints: READS,
    rate: SOME,
    ask: async (body, context) =>
      deps.runtime.classifyIntention({ body: body as never, ...atRuntime(context).options }),
    words: ({ classification: { pattern, confidence, runner_up_vocab_signal: next }, traits, tier2_recommended }) =>
      [
        `${pattern}, confidence ${confidence}${next ? `; after it ${next}` : ''}.`,
        ...(tier2_recommended ? ['The words do not decide: let the person choose.'] : []),
        `Traits: ${Object.entries(traits)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}.`,
      ].join('\n'),
  })
