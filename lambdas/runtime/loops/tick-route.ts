import { reply } from '@signet/contracts'
import { hasScope } from '@signet/identity'
import { type Caller, forbidden, invalidInput, Refusal, refusal, route } from '@signet/kernel'
import { isFinal, LOOP_TOOLS, type LoopRefusal, type TickInput } from '@signet/readings'
import { factValueSchema } from '@signet/readings/schemas'
import type { Tick } from '@signet/runtime-schemas/loop'
import * as z from 'zod'
import { tickLoop } from '../contract/loops.ts'
import { querentScope } from '../namespaces/namespace.ts'
import { readingRefusal } from '../readings/reading-refusal.ts'
import { type AdvanceDeps, type AdvanceLoop, advanceLoop } from './advance-loop.ts'
import { loopInScope } from './expire-loop.ts'
import type { LoopQueue } from './loop-queue.ts'
import type { StoredLoop } from './loop-table.ts'
import { loopView } from './loop-view.ts'
import type { UseTool } from './use-tool.ts'

const tickConflict = (tick: number): Refusal<'tick_conflict'> =>
  refusal('tick_conflict', `A concurrent step was processed first: the interview is at tick ${tick}`, {
    extras: { tick },
  })

/** The engine names a fact `state.<fact>`; the request has it in `answers`. */
const answersField = (field: string): string => field.replace(/^state\b/, 'answers')

type TickRefusalCode = 'loop_ended' | 'tick_conflict' | 'answer_invalid' | 'script_invalid' | 'invalid_input'

const loopRefusal = (refused: LoopRefusal): Refusal<TickRefusalCode> => {
  switch (refused.code) {
    case 'loop_ended':
      return refusal('loop_ended', `The interview has ended: it is ${refused.state}`, {
        extras: { state: refused.state },
      })
    case 'tick_conflict':
      return tickConflict(refused.tick)
    case 'answer_invalid': {
      const { fact, message } = refused
      return refusal('answer_invalid', `${fact}: ${message}`, { extras: { fact } })
    }
    case 'invalid_input':
      return invalidInput(refused.errors.map(({ field, message }) => ({ field: answersField(field), message })))
    case 'script_invalid':
      return readingRefusal(refused) as Refusal<'script_invalid'>
    // Interviews are lenient: they accept fewer cards than a position requests.
    case 'position_unfilled':
      throw new Error('An interview draws fewer cards than requested')
  }
}

export interface TickDeps extends AdvanceDeps {
  readonly queue: LoopQueue
  readonly useTool: UseTool
}

/** Maximum JSON length of all facts. They become claims of a receipt, which must fit in one row. */
const FACTS_MAX_CHARACTERS = 64 * 1024

const AnswersSchema = z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), factValueSchema)

const inputRefusal = ({ state, tools }: StoredLoop, { tool, answers }: Tick): Refusal<'invalid_input'> | undefined => {
  if (tool && !tools.includes(tool.name))
    return invalidInput([{ field: 'tool.name', message: `must be one of ${tools.join(', ')}` }])
  if (tool?.name === 'answer' && !AnswersSchema.safeParse(tool.args).success)
    return invalidInput([{ field: 'tool.args', message: 'must be an object of values by fact name' }])
  const facts = { ...state.inputs.state, ...(tool?.name === 'answer' ? tool.args : {}), ...answers }
  if (JSON.stringify(facts).length > FACTS_MAX_CHARACTERS)
    return invalidInput([{ field: 'answers', message: `must have at most ${FACTS_MAX_CHARACTERS} characters as JSON` }])
  return undefined
}

/**
 * Returns the tool call whose result the step needs: an approved one, or one that requires no approval. The engine runs
 * pure tools itself.
 */
const toolToRun = ({ state }: StoredLoop, { tool, approve }: Tick) => {
  if (approve === true && state.pending) return { name: state.pending.tool, args: state.pending.args }
  if (!tool || state.pending || LOOP_TOOLS[tool.name].needsApproval) return undefined
  return LOOP_TOOLS[tool.name].isPure ? undefined : tool
}

const isCurrentStep = ({ state }: StoredLoop, { expected_tick }: Tick): boolean =>
  !isFinal(state.state) && (expected_tick === undefined || expected_tick === state.tick)

const takeStep = (deps: TickDeps, advance: AdvanceLoop) => async (loop: StoredLoop, body: Tick, caller: Caller) => {
  const toolCall = isCurrentStep(loop, body) ? toolToRun(loop, body) : undefined
  if (toolCall?.name === 'scaffold' && !hasScope(caller, 'runtime:run'))
    return forbidden('The tool scaffold requires the scope runtime:run')
  const result = toolCall && (await deps.useTool({ loop, caller }, toolCall.name, toolCall.args))
  if (result instanceof Refusal) return result
  const { tool, ...input } = body
  const outcome = await advance(loop, {
    ...input,
    ...(tool && { tool }),
    ...(result && { result }),
    ...(loop.mode === 'auto' && { shouldContinue: body.answers !== undefined }),
  } as TickInput)
  if (outcome instanceof Refusal) return outcome
  if ('refused' in outcome) return loopRefusal(outcome.refused)
  if ('overtaken' in outcome) {
    const current = await deps.loops.find(loop.org, loop.state.id)
    return tickConflict(current?.state.tick ?? loop.state.tick)
  }
  const { org, mode, state } = outcome.loop
  if (mode === 'auto' && state.state === 'running') await deps.queue.send({ org, loop: state.id, tick: state.tick })
  return reply(200, loopView(outcome.loop))
}

/** `POST /agents/loop/:id/tick`. */
export const tickRoute = (deps: TickDeps) => {
  const tick = takeStep(deps, advanceLoop(deps))
  return route(tickLoop, async ({ params: { id }, body, headers, caller }) => {
    const loop = await loopInScope(deps, querentScope(caller, headers['x-querent-ids']), id)
    if (loop instanceof Refusal) return loop
    const invalid = inputRefusal(loop, body)
    if (invalid) return invalid
    return tick(loop, body, caller)
  })
}
