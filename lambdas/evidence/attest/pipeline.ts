import {
  beginFill,
  budget,
  CEILING_MICRO_USD,
  type Content,
  type FillOptions,
  type FillState,
  normalizedContent,
  type Policy,
  type Reviser,
  ReviserFailed,
  type Verdict,
  validate,
} from '@signet/evidence'
import { type Log, type NewId, Refusal, refusal } from '@signet/kernel'
import type { AttestPoint } from '../contract/attest.ts'
import { type FillOptionsInput, readLibrary } from '../gap-fill/begin-fill.ts'
import { runFill } from '../gap-fill/run-fill.ts'
import type { AssetTable, LibraryKey } from '../library/asset-table.ts'
import type { AttestProgress, AttestState, AttestTable } from './attest-table.ts'
import { type Critique, runCritique } from './critique.ts'

export interface PipelineDeps {
  readonly attestations: AttestTable
  readonly assets: Pick<AssetTable, 'all'>
  readonly reviser: Reviser
  readonly newId: NewId
  readonly log: Pick<Log, 'warn'>
}

export interface AttestRequest {
  readonly key: LibraryKey
  /** Hash that identifies the request in each of its runs. */
  readonly request: string
  readonly content: Content | string
  readonly policy: Policy
  readonly gapFill: FillOptionsInput | undefined
  readonly signal: AbortSignal
}

export interface PipelineResult {
  readonly progress: AttestProgress
  readonly initial: Verdict
  readonly final: Verdict
}

export type AttestFailed = Refusal<'attest_failed' | 'attest_critique_bailed'>

/** Runs a step of the pipeline; an exception becomes 502 with the name of the step (spec platform-api 4.5). */
export const runStep = async <T>(
  log: Pick<Log, 'warn'>,
  point: AttestPoint,
  step: () => T | Promise<T>,
): Promise<T | Refusal<'attest_failed'>> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.warn('attestation step failed', { at: point, error })
    return refusal('attest_failed', `The attestation failed at ${point}, and nothing was charged; try again shortly`, {
      cause: error,
      extras: { at: point },
    })
  }
}

const critiqueText = async (
  deps: PipelineDeps,
  { key, request, policy, signal }: AttestRequest,
  { id, state }: AttestProgress,
  verdict: Verdict,
): Promise<AttestProgress | AttestFailed> => {
  if (state.critique) return { id, state }
  const spending = budget(CEILING_MICRO_USD, state.spent)
  const saveRejection = async (rejectionReason: string) =>
    deps.attestations.save(key, request, { id, state: { ...state, spent: spending.spent, rejectionReason } })
  const { content: contentBefore, rejectionReason: priorRejection } = state
  const critique = await runStep<Critique | AttestFailed>(deps.log, 'critique', () =>
    runCritique({ content: contentBefore, policy, verdict, rejectionReason: priorRejection }, deps.reviser, spending, {
      signal,
      saveRejection,
    }),
  )
  if (critique instanceof Refusal) return critique
  const { content, ...outcome } = critique
  const { rejectionReason: _rejection, ...otherState } = state
  const nextProgress = { id, state: { ...otherState, content, spent: spending.spent, critique: outcome } }
  const saveResult = await runStep(deps.log, 'critique_persist', () =>
    deps.attestations.save(key, request, nextProgress),
  )
  return saveResult instanceof Refusal ? saveResult : nextProgress
}

const progressWithFill = (
  { id, state }: AttestProgress,
  fillId: string,
  spentBefore: number,
  fill: FillState,
): AttestProgress => {
  const { content, ...fillState } = fill
  return { id, state: { ...state, content, spent: spentBefore + fill.spent, fill: { id: fillId, state: fillState } } }
}

const initialFillState = ({ state }: AttestProgress, options: FillOptions): FillState =>
  state.fill && 'id' in state.fill ? { ...state.fill.state, content: state.content } : beginFill(state.content, options)

/**
 * Continues the gap fill of an attestation, or returns the reason for skipping it. Stores each iteration at once. A
 * failure of the loop never fails the attestation.
 */
const runAttestFill = async (
  deps: PipelineDeps,
  { key, request, policy, gapFill, signal }: AttestRequest & { readonly gapFill: FillOptionsInput },
  progress: AttestProgress,
): Promise<AttestProgress> => {
  const { id, state } = progress
  const earlierFill = state.fill && 'id' in state.fill ? state.fill : undefined
  const spentBefore = state.spent - (earlierFill?.state.spent ?? 0)
  const skippedProgress = (why: 'empty_library' | 'loop_failed', spent = 0): AttestProgress => ({
    id,
    state: { ...state, spent: state.spent + spent, fill: { skipped: why } },
  })
  const options = { ...gapFill, policy, ceiling: CEILING_MICRO_USD - spentBefore }
  const initialState = initialFillState(progress, options)
  const library = initialState.endReason ? [] : await readLibrary(deps, key)
  if (library instanceof Refusal) return skippedProgress('loop_failed')
  if (!initialState.endReason && library.length === 0) return skippedProgress('empty_library')
  const fillId = earlierFill?.id ?? deps.newId()
  const saveState = (fill: FillState) =>
    deps.attestations.save(key, request, progressWithFill(progress, fillId, spentBefore, fill))
  const finalState = await runFill(deps, initialState, { options, library, signal, saveState })
  if (finalState instanceof Refusal)
    return skippedProgress('loop_failed', finalState.cause instanceof ReviserFailed ? finalState.cause.spent : 0)
  return progressWithFill(progress, fillId, spentBefore, finalState)
}

const hasFillResult = ({ fill }: AttestState): boolean =>
  fill !== undefined && ('skipped' in fill || fill.state.endReason !== undefined)

const fillGapsIfRequested = async (
  deps: PipelineDeps,
  attestRequest: AttestRequest,
  progress: AttestProgress,
): Promise<AttestProgress> => {
  const { gapFill } = attestRequest
  if (gapFill === undefined || hasFillResult(progress.state)) return progress
  const nextProgress = await runAttestFill(deps, { ...attestRequest, gapFill }, progress)
  await deps.attestations.save(attestRequest.key, attestRequest.request, nextProgress)
  return nextProgress
}

/** Runs critique, gap fill and both checks. Does not repeat paid steps of an earlier run. */
export const runPipeline = async (
  deps: PipelineDeps,
  attestRequest: AttestRequest,
  initialProgress: AttestProgress,
): Promise<PipelineResult | AttestFailed> => {
  const { content, policy } = attestRequest
  const initial = await runStep(deps.log, 'initial_validate', () => validate(content, policy))
  if (initial instanceof Refusal) return initial
  const critiquedProgress = await critiqueText(deps, attestRequest, initialProgress, initial)
  if (critiquedProgress instanceof Refusal) return critiquedProgress
  // Stores the cost of the gap fill before the final check. The API has no separate name for a failure of this step.
  const progress = await runStep(deps.log, 'critique_persist', () =>
    fillGapsIfRequested(deps, attestRequest, critiquedProgress),
  )
  if (progress instanceof Refusal) return progress
  const final = await runStep(deps.log, 'final_validate', () => validate(progress.state.content, policy))
  if (final instanceof Refusal) return final
  return { progress, initial, final }
}

export const beginAttest = (
  { newId }: Pick<PipelineDeps, 'newId'>,
  { content }: Pick<AttestRequest, 'content'>,
): AttestProgress => ({
  id: newId(),
  state: { content: normalizedContent(content), validationId: newId(), spent: 0 },
})
