import type { Tool } from '@signet/mcp'
import { RecallInput } from '@signet/runtime-schemas/recall'
import * as z from 'zod'
import { atRuntime } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, READS } from './gateway-tool.ts'
import { listOf } from './shorten-output.ts'

const Output = z.looseObject({
  matches: listOf('reading {hash, kind, spread, intention, at, cards, facts}, why[]'),
  summary: z.looseObject({ contradictions: listOf('fact, values, hashes: facts that changed between readings') }),
  next_cursor: z.string().nullable(),
})

export const agentRecall = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'agent_recall',
    title: 'Search results',
    description:
      'Searches the stored results of this account, newest first: readings, consultations, scaffolds, interviews. `where` is a condition such as `kind = flow and fact.exposure = public`; `text` is search words. Reports facts that changed between the matches. Costs nothing.',
    scope: 'runtime:read',
    input: z.strictObject(RecallInput.shape),
    output: Output,
    hints: READS,
    rate: HIGH_RATE,
    ask: async (body, context) => {
      const { options, headers } = atRuntime(context)
      return deps.runtime.recallReadings({ body, headers, ...options })
    },
    words: ({ matches, summary, next_cursor }) =>
      [
        matches.length === 0
          ? 'No matches.'
          : `${matches.length} match${next_cursor === null ? '' : ', more on the next page'}:`,
        ...matches.map(
          ({ reading: { hash, kind, spread, at, intention } }) => `- ${at} ${kind} ${spread} ${hash}: ${intention}`,
        ),
        ...summary.contradictions.map(({ fact, values }) => `Changed fact: ${fact} was ${JSON.stringify(values)}`),
      ].join('\n'),
  })
