import { type Asset, type FillOptions, type FillState, fillOnce, type Reviser, ReviserFailed } from '@signet/evidence'
import { type Log, type Refusal, refusal } from '@signet/kernel'

export interface RunDeps {
  readonly reviser: Reviser
  readonly log: Pick<Log, 'warn'>
}

export interface FillRun {
  readonly options: FillOptions
  readonly library: readonly Asset[]
  readonly signal: AbortSignal
  /** Stores the progress before the next step. Throws if the worker has lost its lease. */
  readonly saveState?: (state: FillState) => Promise<void>
}

/** Runs a gap fill to its end; 502 if the language model fails before the first revision. */
export const runFill = async (
  { reviser, log }: RunDeps,
  initialState: FillState,
  { options, library, signal, saveState }: FillRun,
): Promise<FillState | Refusal<'llm_failed'>> => {
  let state = initialState
  try {
    while (state.endReason === undefined) {
      state = await fillOnce(state, options, { reviser, library, signal })
      await saveState?.(state)
    }
    return state
  } catch (error) {
    if (!(error instanceof ReviserFailed)) throw error
    log.warn('language model failed', { error: error.cause, micro_usd: error.spent })
    return refusal('llm_failed', 'The language model failed or is not configured correctly; try again shortly', {
      cause: error,
    })
  }
}
