import { jsonSha256 } from '@signet/receipts/digest'
import type { Asset } from '../assets/asset.ts'
import { type AssetPreferences, chooseAssets, standsIn } from '../assets/choose-assets.ts'
import { type Content, contentSha256, normalizedContent } from '../content.ts'
import { policySha256 } from '../policies/policies.ts'
import type { Pillar, Policy } from '../policies/policy.ts'
import { type Gap, type Verdict, validate } from '../verdict.ts'
import { type Budget, budget } from './budget.ts'
import { editByRules } from './edit-by-rules.ts'
import { type Attempt, reviseOnce } from './revise-once.ts'
import type { Reviser } from './reviser.ts'

/** Why a gap-fill ended with gaps (spec platform-api 3). */
export type BailReason = 'max_iterations' | 'cost_ceiling' | 'llm_bail' | 'schema_drift'

export interface FillIteration {
  readonly iteration: number
  readonly gapsBefore: number
  readonly gapsAfter: number
  /** Ids, in the order in which they were put in. */
  readonly assets: readonly string[]
  readonly costMicroUsd: number
  readonly note?: string
}

/** How far a gap-fill is: plain JSON, so that whoever goes on with it need not pay again for what was done. */
export interface FillState {
  readonly content: Content
  readonly inputHash: string
  readonly initialGaps: number
  /** Gaps that are left, of the pillars that were asked for. */
  readonly gaps: number
  /** Micro-USD so far. */
  readonly spent: number
  readonly inserted: readonly string[]
  readonly rejected: number
  readonly refused?: string
  readonly log: readonly FillIteration[]
  readonly end?: BailReason | 'converged'
}

export interface FillOptions {
  readonly policy: Policy
  /** 1 to 5. */
  readonly maxIterations: number
  readonly targetPillars?: readonly Pillar[] | undefined
  readonly assetPreferences?: AssetPreferences | undefined
  /** Micro-USD; what an attestation has spent already is taken off. */
  readonly ceiling?: number
}

export interface FillDeps {
  readonly reviser: Reviser
  readonly library: readonly Asset[]
  readonly signal: AbortSignal
}

/** The reviser gave no answer before anything was revised. */
export class ReviserFailed extends Error {
  override readonly name = 'ReviserFailed'
  /** Micro-USD that it may have cost. */
  readonly spent: number
  constructor(spent: number, cause: unknown) {
    super('The language model gave no answer', { cause })
    this.spent = spent
  }
}

/** A second revision that may not stand is the last (spec platform-api 3, `llm_bail`). */
const REJECTED_MAX = 2

const targeted = ({ gaps }: Verdict, { targetPillars }: FillOptions): readonly Gap[] =>
  targetPillars === undefined ? gaps : gaps.filter(({ pillar }) => targetPillars.includes(pillar))

/** A gap-fill before its first iteration; one without gaps has ended. */
export const beginFill = (given: Content | string, options: FillOptions): FillState => {
  const content = normalizedContent(given)
  const verdict = validate(content, options.policy)
  const gaps = targeted(verdict, options).length
  return {
    content,
    inputHash: verdict.contentHash,
    initialGaps: gaps,
    gaps,
    spent: 0,
    inserted: [],
    rejected: 0,
    log: [],
    ...(gaps === 0 && { end: 'converged' }),
  }
}

interface FillEnd {
  readonly end?: BailReason
  readonly note?: string
}

const endOf = (attempt: Attempt, rejected: number, isChanged: boolean): FillEnd => {
  switch (attempt.kind) {
    case 'too_dear':
      return { end: 'cost_ceiling', note: 'Another call could pass the ceiling of costs' }
    case 'drift':
      return { end: 'schema_drift', note: 'The answer of the language model cannot be read' }
    case 'declined':
      return { end: 'llm_bail', note: 'The language model would not revise the text' }
    case 'failed':
      return { end: 'llm_bail', note: 'The language model gave no answer' }
    case 'rejected':
      return {
        ...(rejected >= REJECTED_MAX && { end: 'llm_bail' }),
        note: `The revision does not stand: ${attempt.why}`,
      }
    case 'accepted':
      return isChanged ? {} : { end: 'llm_bail', note: 'Nothing more can be said from the text and its assets' }
  }
}

interface MergedRevision {
  readonly content: Content
  readonly verdict: Verdict
  readonly inserted: readonly string[]
  readonly attempt: Attempt
}

/** Puts chosen assets in by rules, and has the reviser work on what is still missing. */
const revised = async (
  state: FillState,
  options: FillOptions,
  { reviser, library, signal }: FillDeps,
  spending: Budget,
): Promise<MergedRevision> => {
  const { policy, assetPreferences } = options
  const gaps = targeted(validate(state.content, policy), options)
  const others = library.filter(({ id }) => !state.inserted.includes(id))
  const chosen = chooseAssets(state.content, gaps, others, policy, assetPreferences)
  const { content, inserted } = editByRules(state.content, chosen, policy)
  const verdict = validate(content, policy)
  const left = targeted(verdict, options)
  const before = library.filter(({ id }) => state.inserted.includes(id))
  const assets = [...before, ...chosen]
  const merged = { content, verdict, inserted: [...state.inserted, ...inserted] }
  /** Those that stand in a text: neither what a reviser has taken out again, nor what said the same all along. */
  const standing = (body: string): readonly string[] =>
    assets
      .filter((asset) => merged.inserted.includes(asset.id) || !standsIn(asset, content.body))
      .filter((asset) => standsIn(asset, body))
      .map(({ id }) => id)
  if (left.length === 0) return { ...merged, attempt: { kind: 'accepted', content, verdict } }
  const asked = { content, policy, gaps: left, assets, gapCount: verdict.gapCount, refused: state.refused }
  const attempt = await reviseOnce(asked, reviser, spending, signal)
  if (attempt.kind !== 'accepted') return { ...merged, attempt }
  return { content: attempt.content, verdict: attempt.verdict, inserted: standing(attempt.content.body), attempt }
}

/**
 * One iteration: validate, match assets, merge, revise, validate again (spec platform-api 4.5).
 *
 * @throws ReviserFailed where the reviser gave no answer in the first.
 */
export const fillOnce = async (state: FillState, options: FillOptions, deps: FillDeps): Promise<FillState> => {
  const spending = budget(options.ceiling, state.spent)
  const { content, verdict, inserted, attempt } = await revised(state, options, deps, spending)
  const iteration = state.log.length + 1
  if (attempt.kind === 'failed' && iteration === 1) throw new ReviserFailed(spending.spent, attempt.cause)
  const gaps = targeted(verdict, options).length
  const rejected = state.rejected + (attempt.kind === 'rejected' ? 1 : 0)
  const isChanged = content.body !== state.content.body
  const ended: FillEnd = gaps === 0 ? {} : endOf(attempt, rejected, isChanged)
  const isLast = gaps > 0 && ended.end === undefined && iteration >= options.maxIterations
  const end = gaps === 0 ? 'converged' : (ended.end ?? (isLast ? 'max_iterations' : undefined))
  const costMicroUsd = spending.spent - state.spent
  const assets = inserted.filter((id) => !state.inserted.includes(id))
  const entry = { iteration, gapsBefore: state.gaps, gapsAfter: gaps, assets, costMicroUsd }
  const { refused: _refused, ...before } = state
  return {
    ...before,
    content,
    gaps,
    rejected,
    spent: spending.spent,
    inserted,
    ...(attempt.kind === 'rejected' && { refused: attempt.why }),
    log: [...state.log, ended.note === undefined ? entry : { ...entry, note: ended.note }],
    ...(end && { end }),
  }
}

/**
 * The hash of a gap-fill: SHA-256 of its projection as canonical JSON. Texts of notes and times are no part of it, so that doing
 * it again gives the same.
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
    bailReason: state.end ?? 'converged',
    log: state.log.map(({ note: _note, ...entry }) => entry),
  })
