import { type Asset, beginFill, type FillOptions, type FillState, type Policy } from '@signet/evidence'
import { type Log, Refusal, refusal } from '@signet/kernel'
import { type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import type * as z from 'zod'
import type { fillGaps } from '../contract/gap-fill.ts'
import type { AssetTable, LibraryKey } from '../library/asset-table.ts'
import { assetView } from '../library/asset-view.ts'
import type { PolicyCatalog } from '../policies/policy-catalog.ts'

export type FillBody = z.output<NonNullable<(typeof fillGaps)['request']['body']>>

export interface BeginDeps {
  readonly assets: Pick<AssetTable, 'all'>
  readonly catalog: PolicyCatalog
  readonly tierStatusOf: TierStatusOf
  readonly log: Pick<Log, 'warn'>
}

export interface InitialFill {
  readonly state: FillState
  readonly options: FillOptions
  readonly library: readonly Asset[]
}

type FillRequestRefusal = Refusal<
  'unknown_policy_version' | 'evidence_gap_fill_requires_pro' | 'empty_library' | 'asset_match_failed'
>

const clampIterations = (iterations: number): number => Math.min(5, Math.max(1, Math.trunc(iterations)))

export type FillOptionsInput = Omit<FillOptions, 'policy'>

export const fillOptions = (
  policy: Policy,
  {
    maxIterations,
    targetPillars,
    assetPreferences,
  }: Pick<FillBody, 'maxIterations' | 'targetPillars' | 'assetPreferences'>,
): FillOptions => ({ policy, maxIterations: clampIterations(maxIterations), targetPillars, assetPreferences })

export const unknownPolicy = (name: string) =>
  refusal('unknown_policy_version', `The policy ${name} in policyVersion does not exist`)

/** Returns the assets of a tenant, or 502 if the library cannot be read. */
export const readLibrary = async (
  { assets, log }: Pick<BeginDeps, 'assets' | 'log'>,
  key: LibraryKey,
): Promise<readonly Asset[] | Refusal<'asset_match_failed'>> => {
  try {
    return (await assets.all(key)).map(assetView)
  } catch (error) {
    log.warn('library read failed', { error })
    return refusal('asset_match_failed', 'The library could not be read; try again shortly', { cause: error })
  }
}

/** Checks plan, policy, gaps and library before any quota is reserved. A text without gaps needs no library. */
export const checkFillRequest = async (
  deps: BeginDeps,
  key: LibraryKey,
  { content, policyVersion, ...optionsInput }: FillBody,
): Promise<InitialFill | FillRequestRefusal> => {
  const { tier } = await deps.tierStatusOf(key.org)
  if (tier === 'free')
    return refusal('evidence_gap_fill_requires_pro', 'Gap fills require the Pro or Team plan', {
      extras: { tier, upgrade: UPGRADE_PATH },
    })
  const policy = await deps.catalog.find(key.org, policyVersion)
  if (!policy) return unknownPolicy(policyVersion)
  const options = fillOptions(policy, optionsInput)
  const state = beginFill(content, options)
  if (state.endReason) return { state, options, library: [] }
  const library = await readLibrary(deps, key)
  if (library instanceof Refusal) return library
  if (library.length === 0) return refusal('empty_library', 'The library is empty; add assets before filling gaps')
  return { state, options, library }
}
