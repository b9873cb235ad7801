import type { FactValue } from '../facts/fact-value.ts'
import type { Reading, ReadingInputs, ReadingQuestion, ReadingRefusal } from '../record/reading.ts'

/** Tools of an interview. The caller runs those that are not pure and passes their result to the step. */
export const LOOP_TOOLS = {
  answer: { isPure: true, needsApproval: false },
  draw_more: { isPure: true, needsApproval: false },
  explain_card: { isPure: true, needsApproval: false },
  finish: { isPure: true, needsApproval: false },
  classify: { isPure: false, needsApproval: false },
  recall: { isPure: false, needsApproval: false },
  grade: { isPure: false, needsApproval: false },
  scaffold: { isPure: false, needsApproval: true },
} as const
export type LoopTool = keyof typeof LOOP_TOOLS

export type LoopStatus = 'running' | 'waiting' | 'done' | 'stopped' | 'failed' | 'expired'

export interface Budget {
  readonly ticks: number
  readonly model_calls: number
  readonly cost_micro_usd: number
  readonly seconds: number
}

export const LOOP_LIMITS = {
  default: { ticks: 24, model_calls: 0, cost_micro_usd: 50_000, seconds: 86_400 },
  max: { ticks: 64, model_calls: 8, cost_micro_usd: 50_000, seconds: 86_400 },
  /** Time without an answer after which an interview expires. */
  waitMs: 30 * 60_000,
  /** Maximum events of one step, which are written in one transaction. */
  events: 20,
  /** An interview is settled when each open question weighs at most this percentage of the total. */
  settledPercent: 5,
} as const

export interface ToolCall {
  readonly tool: LoopTool
  readonly args: Readonly<Record<string, unknown>>
}

export interface PendingTool extends ToolCall {
  readonly why: string
}

/** The state of an interview, as JSON. Times are milliseconds since 1970. */
export interface LoopState {
  readonly id: string
  readonly state: LoopStatus
  readonly reason?: string
  readonly tick: number
  readonly budget: Budget
  readonly used: Budget
  /** Inputs of the reading. Answers are added to its `state`, so it can be replayed like any other. */
  readonly inputs: ReadingInputs
  /** Facts that the user answered with "unknown". They are not asked again. */
  readonly declined: readonly string[]
  readonly questions: readonly ReadingQuestion[]
  readonly reading: Reading
  readonly pending?: PendingTool
  readonly seq: number
  readonly created_at: number
  readonly expires_at: number
}

export interface LoopEvent {
  readonly type:
    | 'loop.started'
    | 'tick.started'
    | 'question'
    | 'answer'
    | 'draw'
    | 'fact'
    | 'tool.result'
    | 'synthesis'
    | 'budget'
    | 'state'
    | 'done'
    | 'error'
  readonly loop: string
  readonly seq: number
  readonly tick: number
  readonly at: number
  /** The fields of the event type. Nested, because a question has its own `type` field. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface ToolResult {
  readonly ok: boolean
  readonly summary: string
}

export interface TickInput {
  readonly expected_tick?: number
  /** Values by fact; "unknown" if there is no answer. */
  readonly answers?: Readonly<Record<string, FactValue>>
  readonly tool?: { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }
  /** Decision on the tool call that waits for approval. */
  readonly approve?: boolean
  /** Result of a tool that the caller ran. */
  readonly result?: ToolResult
  /** If true, the interview continues instead of waiting for an answer, for example after an answer from memory. */
  readonly shouldContinue?: boolean
  /** Model calls and their cost since the previous step. */
  readonly spent?: { readonly model_calls: number; readonly cost_micro_usd: number }
}

export type LoopRefusal =
  | ReadingRefusal
  | { readonly status: 409; readonly code: 'loop_ended'; readonly state: LoopStatus }
  | { readonly status: 409; readonly code: 'tick_conflict'; readonly tick: number }
  | { readonly status: 422; readonly code: 'answer_invalid'; readonly fact: string; readonly message: string }
  | {
      readonly status: 400
      readonly code: 'invalid_input'
      readonly errors: readonly { readonly field: string; readonly message: string }[]
    }

export type LoopOutcome =
  | { readonly ok: true; readonly state: LoopState; readonly events: readonly LoopEvent[] }
  | { readonly ok: false; readonly refusal: LoopRefusal }

export const isFinal = (status: LoopStatus): boolean => status !== 'running' && status !== 'waiting'
