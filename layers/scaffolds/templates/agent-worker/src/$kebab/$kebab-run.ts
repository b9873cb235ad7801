/** A tool that a model may call. Each tool validates its own arguments. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** Whether the tool changes data. The sender of the run must then allow changes. */
  readonly changes: boolean
  readonly run: (args: Readonly<Record<string, string>>) => Promise<string>
}

export type Move =
  | { readonly kind: 'tool'; readonly tool: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'finish'; readonly result: string }

/** Parses a move of the model: exactly one JSON object. Returns undefined for anything else. */
export const readMove = (text: string): Move | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { tool, args = {}, finish } = (value ?? {}) as { tool?: unknown; args?: unknown; finish?: unknown }
  if (typeof finish === 'string' && tool === undefined) return { kind: 'finish', result: finish.slice(0, 4_000) }
  if (typeof tool !== 'string' || typeof args !== 'object' || args === null) return undefined
  const texts = Object.entries(args).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 2_000,
  )
  return texts.length === Object.keys(args).length ? { kind: 'tool', tool, args: Object.fromEntries(texts) } : undefined
}

export interface Step {
  readonly move: string
  readonly outcome: 'done' | 'failed' | 'refused' | 'unreadable'
  readonly text: string
}

/** One run about a $noun. */
export interface $EntityRun {
  readonly goal: string
  readonly state: 'running' | 'done' | 'stopped'
  readonly allowsChanges: boolean
  readonly steps: readonly Step[]
  readonly result?: string
  readonly reason?: string
}

/** Maximum number of steps of a run. */
export const MAX_STEPS = 8
/** Maximum number of consecutive invalid moves. */
const MAX_INVALID_MOVES = 3

export const begin = (goal: string, allowsChanges: boolean): $EntityRun => ({
  goal,
  state: 'running',
  allowsChanges,
  steps: [],
})

/** Adds a step to a run, and stops the run at its budget or without progress. */
export const withStep = (run: $EntityRun, step: Step): $EntityRun => {
  const steps = [...run.steps, step]
  if (steps.length >= MAX_STEPS) return { ...run, steps, state: 'stopped', reason: 'budget_ended' }
  const recent = steps.slice(-MAX_INVALID_MOVES)
  if (recent.length === MAX_INVALID_MOVES && recent.every(({ outcome }) => outcome !== 'done'))
    return { ...run, steps, state: 'stopped', reason: 'no_progress' }
  return { ...run, steps }
}
