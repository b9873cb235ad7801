import type { Tool } from '@signet/mcp'
import { LoopInput, type LoopView, TickBody } from '@signet/runtime-schemas/loop'
import * as z from 'zod'
import { atRuntime } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, LOW_RATE, READS, WRITES } from './gateway-tool.ts'
import { listOf } from './shorten-output.ts'

type Loop = z.output<typeof LoopView>

const Output = z.looseObject({
  id: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'stopped', 'failed', 'expired']),
  tick: z.int(),
  questions: listOf('fact, ask, type, options, decides; the best next question first'),
  facts: z.looseObject({}),
  output: z.string().describe('Current reading, as Markdown'),
  pending: z.looseObject({}).optional().describe('Tool call that awaits approval'),
  reading_hash: z.string().optional().describe('Hash of the receipt of the final reading'),
  expires_at: z.string(),
})

const questionOf = ({ state, questions: [next] }: Loop): string => {
  if (next === undefined || (state !== 'running' && state !== 'waiting')) return ''
  const options = next.options ? ` One of: ${next.options.join(', ')}.` : ''
  return `\nNext question, fact ${next.fact} (${next.type}): ${next.ask}${options} Answer with agent_loop_tick, answers {"${next.fact}": …}; "unknown" if the user does not know.`
}

const inWords = (loop: Loop): string => {
  const heading = `Interview ${loop.id}: ${loop.state}${loop.reason ? ` (${loop.reason})` : ''}, tick ${loop.tick}.`
  const pending = loop.pending ? `\nThe tool ${loop.pending.tool} awaits approval: ${loop.pending.why}` : ''
  const receiptText = loop.reading_hash === undefined ? '' : `\nReceipt: signet://receipts/${loop.reading_hash}`
  return `${heading}${pending}${questionOf(loop)}${receiptText}\n\n${loop.output}`
}

const id = LoopInput.shape.resume.unwrap().describe('Interview ID')

const common = { scope: 'runtime:read', output: Output, words: inWords } as const

export const agentLoopStart = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    ...common,
    name: 'agent_loop_start',
    title: 'Start an interview',
    description:
      'Starts an interview about an intention. Returns the best next question, and ends with a signed reading when no open question matters. Costs nothing. Answer with agent_loop_tick; the interview expires after 30 minutes without an answer. It cannot create scaffolds: use scaffold_create.',
    input: z.strictObject(LoopInput.shape),
    hints: WRITES,
    rate: LOW_RATE,
    ask: async (body, context) => {
      const { options, headers } = atRuntime(context)
      return deps.runtime.startLoop({ body, headers, ...options })
    },
  })

export const agentLoopTick = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    ...common,
    name: 'agent_loop_tick',
    title: 'Continue an interview',
    description:
      'Submits answers to questions of an interview, and runs at most one of its tools. Returns the updated reading and the best next question. Costs nothing. Send expected_tick, so that a repeated call is not a second step.',
    input: z.strictObject({ id, ...TickBody.shape }),
    hints: WRITES,
    rate: HIGH_RATE,
    ask: async ({ id: loop, ...body }, context) => {
      const { options, headers, receipted } = atRuntime(context)
      return receipted(() => deps.runtime.tickLoop({ params: { id: loop }, body, headers, ...options }))
    },
  })

export const agentLoopState = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    ...common,
    name: 'agent_loop_state',
    title: 'State of an interview',
    description: 'Returns the open questions, the facts and the reading so far. Costs nothing.',
    input: z.strictObject({ id }),
    hints: READS,
    rate: HIGH_RATE,
    ask: async (params, context) => {
      const { options, headers } = atRuntime(context)
      return deps.runtime.getLoop({ params, headers, ...options })
    },
  })
