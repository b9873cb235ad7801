import type { Log } from '@signet/kernel'
import { Refusal } from '@signet/kernel'
import { type AdvanceDeps, advanceLoop, failLoop } from './advance-loop.ts'
import type { AnswerFromMemory } from './answer-from-memory.ts'
import type { LoopMessage, LoopQueue } from './loop-queue.ts'
import type { StoredLoop } from './loop-table.ts'

export interface RunTickDeps extends AdvanceDeps {
  readonly answerFromMemory: AnswerFromMemory
  readonly queue: LoopQueue
  readonly log: Pick<Log, 'warn'>
}

const takeStep = async (deps: RunTickDeps, loop: StoredLoop): Promise<void> => {
  const advance = advanceLoop(deps)
  const input = await deps.answerFromMemory(loop)
  let result = await advance(loop, input)
  // If the remembered value is not valid for the question, the user is asked.
  if (!(result instanceof Refusal) && 'refused' in result && result.refused.code === 'answer_invalid')
    result = await advance(loop, {})
  if (result instanceof Refusal) throw new Error('The reading of an interview could not be stored', { cause: result })
  if (!('refused' in result)) return
  const { code } = result.refused
  deps.log.warn('interview failed', { code, loop_id: loop.state.id })
  await failLoop(deps, loop, { code, error: 'The interview cannot continue: its script or a deck has changed' })
}

/**
 * Runs the step that a message requests, then sends the message for the next step. It can be repeated and interrupted:
 * a step is written once, and the next delivery sends the next message while the interview is running.
 */
export const runTick =
  (deps: RunTickDeps) =>
  async ({ org, loop: id, tick }: LoopMessage): Promise<void> => {
    const before = await deps.loops.find(org, id)
    if (before?.state.state !== 'running') return
    if (before.state.tick === tick) await takeStep(deps, before)
    const after = await deps.loops.find(org, id)
    if (after?.state.state === 'running') await deps.queue.send({ org, loop: id, tick: after.state.tick })
  }
