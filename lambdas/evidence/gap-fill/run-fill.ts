import { type Asset, type FillOptions, type FillState, fillOnce, type Reviser, ReviserFailed } from '@signet/evidence'
import { type Log, type Refusal, refusal } from '@signet/kernel'

export interface RunDeps {
  readonly reviser: Reviser
  readonly log: Pick<Log, 'warn'>
}

export interface Running {
  readonly options: FillOptions
  readonly library: readonly Asset[]
  readonly signal: AbortSignal
  /** Keeps how far it is, before it goes on. Whoever may not go on throws. */
  readonly keep?: (state: FillState) => Promise<void>
}

/** Runs a gap-fill to its end; 502 where the language model fails before anything was revised. */
export const runFill = async (
  { reviser, log }: RunDeps,
  begun: FillState,
  { options, library, signal, keep }: Running,
): Promise<FillState | Refusal<'llm_failed'>> => {
  let state = begun
  try {
    while (state.end === undefined) {
      state = await fillOnce(state, options, { reviser, library, signal })
      await keep?.(state)
    }
    return state
  } catch (error) {
    if (!(error instanceof ReviserFailed)) throw error
    log.warn('the language model failed', { error: error.cause, micro_usd: error.spent })
    return refusal('llm_failed', 'The language model failed or is not configured as it must; try again shortly', {
      cause: error,
    })
  }
}
