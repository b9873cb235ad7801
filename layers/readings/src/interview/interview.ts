import { compileScript, type ShelfDeck } from '../check/compile-script.ts'
import { type FactValue, fittingValue, typeInWords } from '../facts/fact-value.ts'
import { runReading } from '../reading/run-reading.ts'
import type { Reading, ReadingInputs, ReadingOutcome, ReadingQuestion } from '../record/reading.ts'
import { askableFacts } from '../subject/resolve-facts.ts'
import { EventList } from './event-list.ts'
import {
  type Budget,
  isFinal,
  LOOP_LIMITS,
  LOOP_TOOLS,
  type LoopOutcome,
  type LoopRefusal,
  type LoopState,
  type LoopStatus,
  type LoopTool,
  type TickInput,
} from './loop.ts'
import { drawMore, explainCard } from './loop-tools.ts'

export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly shelf: readonly ShelfDeck[]
}

const NO_USAGE: Budget = { ticks: 0, model_calls: 0, cost_micro_usd: 0, seconds: 0 }

const budgetOf = (requested: Partial<Budget>): Budget => {
  const { default: defaults, max } = LOOP_LIMITS
  const limited = (name: keyof Budget) => Math.min(requested[name] ?? defaults[name], max[name])
  return {
    ticks: limited('ticks'),
    model_calls: limited('model_calls'),
    cost_micro_usd: limited('cost_micro_usd'),
    seconds: limited('seconds'),
  }
}

/** Runs the reading of an interview. Positions may have fewer cards than requested. */
const lenientReading = (inputs: ReadingInputs, shelf: readonly ShelfDeck[]): ReadingOutcome =>
  runReading({ ...inputs, lenient: true }, shelf)

const askable = ({ questions }: Reading, declined: readonly string[]): readonly ReadingQuestion[] =>
  questions.filter(({ fact }) => !declined.includes(fact))

const isSettled = (questions: readonly ReadingQuestion[], stakes: number): boolean =>
  questions.every(({ decides }) => decides * 100 <= stakes * LOOP_LIMITS.settledPercent)

/** Starts an interview with a reading from the intention alone. */
export const startInterview = (
  {
    id,
    inputs,
    budget = {},
    declined = [],
  }: {
    readonly id: string
    readonly inputs: ReadingInputs
    readonly budget?: Partial<Budget>
    readonly declined?: readonly string[]
  },
  { at, shelf }: Moment,
): LoopOutcome => {
  const outcome = lenientReading(inputs, shelf)
  if (!outcome.ok) return outcome
  const { reading } = outcome
  // Fixes the seed, which would otherwise change with the answers.
  const seeded = { ...inputs, lenient: true, seed: reading.seed }
  const limits = budgetOf(budget)
  const events = new EventList({ id, at, tick: 0, seq: 0 })
  events.add('loop.started', { intention: inputs.intention ?? '', budget: limits })
  events.addReading(undefined, reading)
  events.add('state', { state: 'running' })
  const state: LoopState = {
    id,
    state: 'running',
    tick: 0,
    budget: limits,
    used: NO_USAGE,
    inputs: seeded,
    declined,
    questions: askable(reading, declined),
    reading,
    seq: events.seq,
    created_at: at,
    expires_at: at + LOOP_LIMITS.waitMs,
  }
  return { ok: true, state, events: events.list }
}

export const expireInterview = (state: LoopState, at: number): LoopState =>
  state.state === 'waiting' && at > state.expires_at ? { ...state, state: 'expired' } : state

const withAnswers = (
  state: LoopState,
  answers: Readonly<Record<string, FactValue>>,
  shelf: readonly ShelfDeck[],
): { readonly inputs: ReadingInputs; readonly declined: readonly string[] } | LoopRefusal => {
  const compilation = compileScript(state.inputs.script, shelf)
  if (!compilation.ok) return { status: 400, code: 'script_invalid', errors: compilation.errors }
  const questionsByFact = askableFacts(compilation.compiled)
  const facts: Record<string, FactValue> = { ...state.inputs.state }
  let { declined } = state
  for (const [fact, value] of Object.entries(answers)) {
    const question = questionsByFact.get(fact)
    if (!question) return { status: 422, code: 'answer_invalid', fact, message: 'no question exists for this fact' }
    declined = declined.filter((name) => name !== fact)
    if (value === 'unknown') {
      declined = [...declined, fact]
      delete facts[fact]
      continue
    }
    const fitting = fittingValue(question, value)
    if (fitting === undefined)
      return { status: 422, code: 'answer_invalid', fact, message: `must be ${typeInWords(question)} or "unknown"` }
    facts[fact] = fitting
  }
  return { inputs: { ...state.inputs, state: facts }, declined }
}

const isTool = (name: string): name is LoopTool => Object.hasOwn(LOOP_TOOLS, name)

const inputRefusal = (
  state: LoopState,
  { expected_tick, tool, approve, result }: TickInput,
): LoopRefusal | undefined => {
  if (isFinal(state.state)) return { status: 409, code: 'loop_ended', state: state.state }
  if (expected_tick !== undefined && expected_tick !== state.tick)
    return { status: 409, code: 'tick_conflict', tick: state.tick }
  const invalid = (field: string, message: string): LoopRefusal => ({
    status: 400,
    code: 'invalid_input',
    errors: [{ field, message }],
  })
  if (tool && !isTool(tool.name)) return invalid('tool.name', `must be one of ${Object.keys(LOOP_TOOLS).join(', ')}`)
  if (tool && state.pending) return invalid('tool', `${state.pending.tool} waits for approval`)
  if (approve !== undefined && !state.pending) return invalid('approve', 'no tool call waits for approval')
  const toolToRun = approve === true ? state.pending?.tool : (tool?.name as LoopTool | undefined)
  const needsResult =
    toolToRun !== undefined &&
    !LOOP_TOOLS[toolToRun].isPure &&
    (approve === true || !LOOP_TOOLS[toolToRun].needsApproval)
  return needsResult && !result ? invalid('result', `the result of ${toolToRun} is missing`) : undefined
}

interface Step {
  inputs: ReadingInputs
  pending?: LoopState['pending']
  isFinished: boolean
  readonly shouldContinue: boolean
}

const useTool = (
  state: LoopState,
  input: TickInput,
  step: Step,
  events: EventList,
  shelf: readonly ShelfDeck[],
): void => {
  const { tool, approve, result } = input
  if (approve !== undefined && state.pending) {
    const outcome = approve ? (result ?? { ok: false, summary: 'no result' }) : { ok: false, summary: 'not approved' }
    events.add('tool.result', { tool: state.pending.tool, ...outcome })
    return
  }
  if (state.pending) step.pending = state.pending
  if (!tool || !isTool(tool.name)) return
  const { name, args = {} } = tool
  if (LOOP_TOOLS[name].needsApproval) {
    step.pending = { tool: name, args, why: `${name} has effects outside this interview` }
  } else if (name === 'draw_more') {
    const extended = drawMore(step.inputs.script, args.position)
    step.inputs = { ...step.inputs, script: extended.script }
    events.add('tool.result', { tool: name, ...extended.result })
  } else if (name === 'explain_card') {
    events.add('tool.result', { tool: name, ...explainCard(state, shelf, args.card) })
  } else if (name === 'finish') {
    step.isFinished = true
    events.add('tool.result', { tool: name, ok: true, summary: 'The interview ends here' })
  } else events.add('tool.result', { tool: name, ...(result ?? { ok: true, summary: 'accepted' }) })
}

const spentBy = (state: LoopState, { spent }: TickInput, at: number): Budget => ({
  ticks: state.used.ticks + 1,
  model_calls: state.used.model_calls + (spent?.model_calls ?? 0),
  cost_micro_usd: state.used.cost_micro_usd + (spent?.cost_micro_usd ?? 0),
  seconds: Math.max(0, Math.floor((at - state.created_at) / 1_000)),
})

/** Only a cost above the budget ends an interview, because a budget of 0 permits steps without cost. */
const isUsedUp = (used: Budget, budget: Budget): boolean =>
  used.ticks >= budget.ticks || used.seconds >= budget.seconds || used.cost_micro_usd > budget.cost_micro_usd

const statusOf = (
  step: Step,
  isSettled: boolean,
  isBudgetUsedUp: boolean,
): { readonly state: LoopStatus; readonly reason?: string } => {
  if (step.isFinished) return { state: 'done', reason: 'finished' }
  if (step.pending)
    return isBudgetUsedUp ? { state: 'stopped', reason: 'budget_ended' } : { state: 'waiting', reason: 'approval' }
  if (isSettled) return { state: 'done', reason: 'settled' }
  if (isBudgetUsedUp) return { state: 'stopped', reason: 'budget_ended' }
  return step.shouldContinue ? { state: 'running' } : { state: 'waiting', reason: 'question' }
}

/**
 * Runs one step of an interview: accepts answers and at most one tool call, repeats the reading, and selects the most
 * decisive question. The step that reaches the budget still does its work. The caller writes state and events in one
 * conditional transaction.
 */
export const tickInterview = (before: LoopState, input: TickInput, { at, shelf }: Moment): LoopOutcome => {
  const state = expireInterview(before, at)
  const refusal = inputRefusal(state, input)
  if (refusal) return { ok: false, refusal }
  const argumentAnswers = input.tool?.name === 'answer' ? (input.tool.args as Readonly<Record<string, FactValue>>) : {}
  const answers = { ...argumentAnswers, ...input.answers }
  const afterAnswers = withAnswers(state, answers, shelf)
  if ('code' in afterAnswers) return { ok: false, refusal: afterAnswers }
  const tick = state.tick + 1
  const events = new EventList({ id: state.id, at, tick, seq: state.seq })
  events.add('tick.started', {})
  events.addAnswers(answers)
  const step: Step = { inputs: afterAnswers.inputs, isFinished: false, shouldContinue: input.shouldContinue === true }
  useTool(state, input, step, events, shelf)
  const outcome = lenientReading(step.inputs, shelf)
  if (!outcome.ok) return outcome
  const { reading, stakes } = outcome
  const questions = askable(reading, afterAnswers.declined)
  const used = spentBy(state, input, at)
  const { state: status, reason } = statusOf(step, isSettled(questions, stakes), isUsedUp(used, state.budget))
  events.addReading(state.reading, reading)
  events.addEnd({ status, ...(reason && { reason }), question: questions[0], reading, used })
  const { pending: _, reason: __, ...unchanged } = state
  const next: LoopState = {
    ...unchanged,
    state: status,
    ...(reason && { reason }),
    tick,
    used,
    inputs: step.inputs,
    questions,
    reading,
    declined: afterAnswers.declined,
    ...(step.pending && { pending: step.pending }),
    seq: events.seq,
    expires_at: at + LOOP_LIMITS.waitMs,
  }
  return { ok: true, state: next, events: events.list }
}
