import type { DeepReadonly } from '@signet/contracts'
import { Refusal } from '@signet/kernel'
import type { Tool } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import type { CheckedScript, NarrativeReading, StructuredReading } from '@signet/runtime-schemas/reading'
import { RunInput } from '@signet/runtime-schemas/run'
import * as z from 'zod'
import { atRuntime } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, receiptLine, receiptLinks } from './gateway-tool.ts'
import { listOf } from './shorten-output.ts'

const NAME = 'reading_run'

const Output = z.looseObject({
  spread: z.looseObject({ name: z.string(), title: z.string() }),
  seed: z.int(),
  output: z.string().describe('The reading as Markdown'),
  cards: listOf('id, title, severity, question, why, advice, check, refs').optional(),
  questions: listOf('fact, ask, type, options: unknown facts, the most decisive first'),
  facts: z.looseObject({}),
  hash: z.string().optional(),
  receipt: z.looseObject({ hash: z.string(), verifyUrl: z.string() }).optional(),
})

type ReadingOutput = DeepReadonly<z.output<typeof StructuredReading> | z.output<typeof NarrativeReading>>

/** Narrows the response: a script check has no cards and no prose, and is never requested here. */
const isReading = (answer: ReadingOutput | DeepReadonly<z.output<typeof CheckedScript>>): answer is ReadingOutput =>
  !('valid' in answer)

const inWords = (read: ReadingOutput): string => {
  const unknownFacts = read.questions.map(({ fact, ask }) => `- ${fact}: ${ask}`)
  const unknownText =
    unknownFacts.length === 0
      ? ''
      : `\n\nUnknown facts; add them to querent.state and run it again:\n${unknownFacts.join('\n')}`
  return `${read.output}${unknownText}${receiptLine(read)}`
}

export const readingRun = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: NAME,
    title: 'Run a reading',
    description:
      'Reads knowledge cards for a project by a spread, such as threat_model, privacy_review, launch_review, premortem, agent_safety (all: resources signet://spreads/…). Returns what applies, why, what to do, and what is unknown. Describe the service in querent.intention, facts in querent.state. inscribe: true stores the reading with a signed receipt. Costs nothing. Deterministic: the same input gives the same reading.',
    scope: 'runtime:read',
    input: z.strictObject(RunInput.shape),
    output: Output,
    // Not read-only, because `inscribe` stores the reading.
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    rate: HIGH_RATE,
    ask: async (body, context) => {
      const { options, headers, receipted } = atRuntime(context)
      const key = body.inscribe ? { 'idempotency-key': repeatKey(NAME, body, context.caller, deps.now()) } : {}
      const result = await receipted(() =>
        deps.runtime.runReading({ body, headers: { ...headers, ...key }, ...options }),
      )
      if (result instanceof Refusal || isReading(result)) return result
      throw new Error('The runtime checked the script instead of reading the cards')
    },
    words: inWords,
    links: receiptLinks,
  })
