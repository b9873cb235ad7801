/** A tool that a model may call. Arguments are strings; each tool checks its arguments. */
export interface Tool {
  readonly name: string
  readonly says: string
  /** Changes something: the sender of the run must have allowed it. */
  readonly changes: boolean
  readonly run: (args: Readonly<Record<string, string>>) => Promise<string>
}

export type Move =
  | { readonly kind: 'tool'; readonly tool: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'finish'; readonly result: string }

/** Reads a move of a model: exactly one JSON object. Returns undefined for anything else. */
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

/** Most steps of a run. */
export const MAX_STEPS = 8
/** Most moves in a row that lead nowhere. */
const MAX_BLUNDERS = 3

export const begin = (goal: string, allowsChanges: boolean): $EntityRun => ({
  goal,
  state: 'running',
  allowsChanges,
  steps: [],
})

/** The run behind a step, stopped when its budget or patience has ended. */
export const withStep = (run: $EntityRun, step: Step): $EntityRun => {
  const steps = [...run.steps, step]
  if (steps.length >= MAX_STEPS) return { ...run, steps, state: 'stopped', reason: 'budget_ended' }
  const blunders = steps.slice(-MAX_BLUNDERS)
  if (blunders.length === MAX_BLUNDERS && blunders.every(({ outcome }) => outcome !== 'done'))
    return { ...run, steps, state: 'stopped', reason: 'no_progress' }
  return { ...run, steps }
}
