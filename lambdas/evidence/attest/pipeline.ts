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
  /** The same in each run of a request. */
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
export const atPoint = async <T>(
  log: Pick<Log, 'warn'>,
  at: AttestPoint,
  step: () => T | Promise<T>,
): Promise<T | Refusal<'attest_failed'>> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.warn('attestation step failed', { at, error })
    return refusal('attest_failed', `The attestation failed at ${at}, and nothing was charged; try again shortly`, {
      cause: error,
      extras: { at },
    })
  }
}

const withCritique = async (
  deps: PipelineDeps,
  { key, request, policy, signal }: AttestRequest,
  { id, state }: AttestProgress,
  verdict: Verdict,
): Promise<AttestProgress | AttestFailed> => {
  if (state.critique) return { id, state }
  const spending = budget(CEILING_MICRO_USD, state.spent)
  const keep = async (refused: string) =>
    deps.attestations.keep(key, request, { id, state: { ...state, spent: spending.spent, refused } })
  const { content: before, refused: earlier } = state
  const critique = await atPoint<Critique | AttestFailed>(deps.log, 'critique', () =>
    runCritique({ content: before, policy, verdict, refused: earlier }, deps.reviser, spending, { signal, keep }),
  )
  if (critique instanceof Refusal) return critique
  const { content, ...outcome } = critique
  const { refused: _refused, ...rest } = state
  const next = { id, state: { ...rest, content, spent: spending.spent, critique: outcome } }
  const stored = await atPoint(deps.log, 'critique_persist', () => deps.attestations.keep(key, request, next))
  return stored instanceof Refusal ? stored : next
}

const withState = ({ id, state }: AttestProgress, fillId: string, before: number, fill: FillState): AttestProgress => {
  const { content, ...rest } = fill
  return { id, state: { ...state, content, spent: before + fill.spent, fill: { id: fillId, state: rest } } }
}

const begunFill = ({ state }: AttestProgress, options: FillOptions): FillState =>
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
  const earlier = state.fill && 'id' in state.fill ? state.fill : undefined
  const before = state.spent - (earlier?.state.spent ?? 0)
  const skipped = (why: 'empty_library' | 'loop_failed', spent = 0): AttestProgress => ({
    id,
    state: { ...state, spent: state.spent + spent, fill: { skipped: why } },
  })
  const options = { ...gapFill, policy, ceiling: CEILING_MICRO_USD - before }
  const initialProgress = begunFill(progress, options)
  const library = initialProgress.end ? [] : await readLibrary(deps, key)
  if (library instanceof Refusal) return skipped('loop_failed')
  if (!initialProgress.end && library.length === 0) return skipped('empty_library')
  const fillId = earlier?.id ?? deps.newId()
  const keep = (fill: FillState) => deps.attestations.keep(key, request, withState(progress, fillId, before, fill))
  const ended = await runFill(deps, initialProgress, { options, library, signal, keep })
  if (ended instanceof Refusal)
    return skipped('loop_failed', ended.cause instanceof ReviserFailed ? ended.cause.spent : 0)
  return withState(progress, fillId, before, ended)
}

const isFilled = ({ fill }: AttestState): boolean =>
  fill !== undefined && ('skipped' in fill || fill.state.end !== undefined)

const withFill = async (
  deps: PipelineDeps,
  attestRequest: AttestRequest,
  progress: AttestProgress,
): Promise<AttestProgress> => {
  const { gapFill } = attestRequest
  if (gapFill === undefined || isFilled(progress.state)) return progress
  const next = await runAttestFill(deps, { ...attestRequest, gapFill }, progress)
  await deps.attestations.keep(attestRequest.key, attestRequest.request, next)
  return next
}

/** Runs critique, gap fill and both checks. Does not repeat paid steps of an earlier run. */
export const runPipeline = async (
  deps: PipelineDeps,
  attestRequest: AttestRequest,
  initialProgress: AttestProgress,
): Promise<PipelineResult | AttestFailed> => {
  const { content, policy } = attestRequest
  const initial = await atPoint(deps.log, 'initial_validate', () => validate(content, policy))
  if (initial instanceof Refusal) return initial
  const criticisedNow = await withCritique(deps, attestRequest, initialProgress, initial)
  if (criticisedNow instanceof Refusal) return criticisedNow
  // The cost of the gap fill must be stored first; the step belongs to the same failure point as the attack log.
  const progress = await atPoint(deps.log, 'critique_persist', () => withFill(deps, attestRequest, criticisedNow))
  if (progress instanceof Refusal) return progress
  const final = await atPoint(deps.log, 'final_validate', () => validate(progress.state.content, policy))
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
