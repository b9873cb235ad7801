import { jsonSha256 } from '@signet/receipts/digest'
import type { Asset } from '../assets/asset.ts'
import { type AssetPreferences, chooseAssets, isInserted } from '../assets/choose-assets.ts'
import { type Content, contentSha256, normalizedContent } from '../content.ts'
import { policySha256 } from '../policies/policies.ts'
import type { Pillar, Policy } from '../policies/policy.ts'
import { type Gap, type Verdict, validate } from '../verdict.ts'
import { type Budget, budget } from './budget.ts'
import { editByRules } from './edit-by-rules.ts'
import { type Attempt, reviseOnce } from './revise-once.ts'
import type { Reviser } from './reviser.ts'

/** Reason why a gap fill ended with gaps (spec platform-api 3). */
export type BailReason = 'max_iterations' | 'cost_ceiling' | 'llm_bail' | 'schema_drift'

export interface FillIteration {
  readonly iteration: number
  readonly gapsBefore: number
  readonly gapsAfter: number
  /** Ids of assets, in order of insertion. */
  readonly assets: readonly string[]
  readonly costMicroUsd: number
  readonly note?: string
}

/** The progress of a gap fill as plain JSON, so that a later worker can continue without repeating paid steps. */
export interface FillState {
  readonly content: Content
  readonly inputHash: string
  readonly initialGaps: number
  /** Remaining gaps of the requested pillars. */
  readonly gaps: number
  /** Micro-USD spent. */
  readonly spent: number
  readonly inserted: readonly string[]
  readonly rejectedCount: number
  readonly rejectionReason?: string
  readonly log: readonly FillIteration[]
  readonly endReason?: BailReason | 'converged'
}

export interface FillOptions {
  readonly policy: Policy
  /** From 1 to 5. */
  readonly maxIterations: number
  readonly targetPillars?: readonly Pillar[] | undefined
  readonly assetPreferences?: AssetPreferences | undefined
  /** Micro-USD; reduced by what an attestation has already spent. */
  readonly ceiling?: number
}

export interface FillDeps {
  readonly reviser: Reviser
  readonly library: readonly Asset[]
  readonly signal: AbortSignal
}

/** The reviser failed before the first revision. */
export class ReviserFailed extends Error {
  override readonly name = 'ReviserFailed'
  /** Micro-USD that the call may have cost. */
  readonly spent: number
  constructor(spent: number, cause: unknown) {
    super('The language model did not respond', { cause })
    this.spent = spent
  }
}

/** Number of rejected revisions that ends the loop (spec platform-api 3, `llm_bail`). */
const REJECTED_MAX = 2

const targetedGaps = ({ gaps }: Verdict, { targetPillars }: FillOptions): readonly Gap[] =>
  targetPillars === undefined ? gaps : gaps.filter(({ pillar }) => targetPillars.includes(pillar))

/** The state of a gap fill before its first iteration; without gaps, it has ended. */
export const beginFill = (contentOrText: Content | string, options: FillOptions): FillState => {
  const content = normalizedContent(contentOrText)
  const verdict = validate(content, options.policy)
  const gaps = targetedGaps(verdict, options).length
  return {
    content,
    inputHash: verdict.contentHash,
    initialGaps: gaps,
    gaps,
    spent: 0,
    inserted: [],
    rejectedCount: 0,
    log: [],
    ...(gaps === 0 && { endReason: 'converged' }),
  }
}

interface FillEnd {
  readonly endReason?: BailReason
  readonly note?: string
}

const fillEndOf = (attempt: Attempt, rejected: number, isChanged: boolean): FillEnd => {
  switch (attempt.kind) {
    case 'too_dear':
      return { endReason: 'cost_ceiling', note: 'Another call could exceed the cost ceiling' }
    case 'drift':
      return { endReason: 'schema_drift', note: "The language model's answer cannot be parsed" }
    case 'declined':
      return { endReason: 'llm_bail', note: 'The language model declined to revise the text' }
    case 'failed':
      return { endReason: 'llm_bail', note: 'The language model did not respond' }
    case 'rejected':
      return {
        ...(rejected >= REJECTED_MAX && { endReason: 'llm_bail' }),
        note: `The revision is rejected: ${attempt.reason}`,
      }
    case 'accepted':
      return isChanged ? {} : { endReason: 'llm_bail', note: 'The iteration did not change the text' }
  }
}

interface MergedRevision {
  readonly content: Content
  readonly verdict: Verdict
  readonly inserted: readonly string[]
  readonly attempt: Attempt
}

/** Inserts the chosen assets by rules, then has the reviser work on the remaining gaps. */
const reviseGaps = async (
  state: FillState,
  options: FillOptions,
  { reviser, library, signal }: FillDeps,
  spending: Budget,
): Promise<MergedRevision> => {
  const { policy, assetPreferences } = options
  const gaps = targetedGaps(validate(state.content, policy), options)
  const unusedAssets = library.filter(({ id }) => !state.inserted.includes(id))
  const chosenAssets = chooseAssets(state.content, gaps, unusedAssets, policy, assetPreferences)
  const { content, inserted } = editByRules(state.content, chosenAssets, policy)
  const verdict = validate(content, policy)
  const remaining = targetedGaps(verdict, options)
  const insertedBefore = library.filter(({ id }) => state.inserted.includes(id))
  const assets = [...insertedBefore, ...chosenAssets]
  const merged = { content, verdict, inserted: [...state.inserted, ...inserted] }
  /** IDs of inserted assets that are still in the text. Excludes assets that the submitted text already contained. */
  const insertedAssetsIn = (body: string): readonly string[] =>
    assets
      .filter((asset) => merged.inserted.includes(asset.id) || !isInserted(asset, content.body))
      .filter((asset) => isInserted(asset, body))
      .map(({ id }) => id)
  if (remaining.length === 0) return { ...merged, attempt: { kind: 'accepted', content, verdict } }
  const request = {
    content,
    policy,
    gaps: remaining,
    assets,
    gapCount: verdict.gapCount,
    rejectionReason: state.rejectionReason,
  }
  const attempt = await reviseOnce(request, reviser, spending, signal)
  if (attempt.kind !== 'accepted') return { ...merged, attempt }
  return {
    content: attempt.content,
    verdict: attempt.verdict,
    inserted: insertedAssetsIn(attempt.content.body),
    attempt,
  }
}

/**
 * Runs one iteration: validate, match assets, merge, revise, validate again (spec platform-api 4.5).
 * @throws ReviserFailed if the reviser fails in the first iteration
 */
export const fillOnce = async (state: FillState, options: FillOptions, deps: FillDeps): Promise<FillState> => {
  const spending = budget(options.ceiling, state.spent)
  const { content, verdict, inserted, attempt } = await reviseGaps(state, options, deps, spending)
  const iteration = state.log.length + 1
  if (attempt.kind === 'failed' && iteration === 1) throw new ReviserFailed(spending.spent, attempt.cause)
  const gaps = targetedGaps(verdict, options).length
  const rejected = state.rejectedCount + (attempt.kind === 'rejected' ? 1 : 0)
  const isChanged = content.body !== state.content.body
  const fillEnd: FillEnd = gaps === 0 ? {} : fillEndOf(attempt, rejected, isChanged)
  const isLast = gaps > 0 && fillEnd.endReason === undefined && iteration >= options.maxIterations
  const end = gaps === 0 ? 'converged' : (fillEnd.endReason ?? (isLast ? 'max_iterations' : undefined))
  const costMicroUsd = spending.spent - state.spent
  const assets = inserted.filter((id) => !state.inserted.includes(id))
  const entry = { iteration, gapsBefore: state.gaps, gapsAfter: gaps, assets, costMicroUsd }
  const { rejectionReason: _rejection, ...before } = state
  return {
    ...before,
    content,
    gaps,
    rejectedCount: rejected,
    spent: spending.spent,
    inserted,
    ...(attempt.kind === 'rejected' && { rejectionReason: attempt.reason }),
    log: [...state.log, fillEnd.note === undefined ? entry : { ...entry, note: fillEnd.note }],
    ...(end && { endReason: end }),
  }
}

/**
 * SHA-256 of a gap fill's projection as canonical JSON. Excludes texts of notes and times, so that it can be
 * reproduced.
 */
export const gapFillSha256 = (state: FillState, policy: Policy): string =>
  jsonSha256({
    v: 1,
    policy: { id: policy.id, version: policy.version, sha256: policySha256(policy) },
    inputHash: state.inputHash,
    revisedHash: contentSha256(state.content),
    iterations: state.log.length,
    initialGaps: state.initialGaps,
    finalGaps: state.gaps,
    bailReason: state.endReason ?? 'converged',
    log: state.log.map(({ note: _note, ...entry }) => entry),
  })
