import type { Asset } from '../assets/asset.ts'
import { isInserted } from '../assets/choose-assets.ts'
import { renderAsset } from '../assets/render-asset.ts'
import { BODY_MAX, type Content, normalizedContent } from '../content.ts'
import type { Policy } from '../policies/policy.ts'
import { validate } from '../verdict.ts'

export interface RuleRevision {
  readonly content: Content
  readonly inserted: readonly string[]
}

/**
 * Appends assets to the text, each with its speaker or source, and adds nothing else. Skips assets that the text
 * contains, that lack required fields, or that would open more gaps than they close: the score never falls.
 */
export const editByRules = (
  contentOrText: Content | string,
  assets: readonly Asset[],
  policy: Policy,
): RuleRevision => {
  let content = normalizedContent(contentOrText)
  let { score, gapCount } = validate(content, policy)
  const inserted: string[] = []
  for (const asset of assets) {
    const rendered = renderAsset(asset)
    if (rendered === undefined || isInserted(asset, content.body)) continue
    const candidate = { ...content, body: `${content.body.trimEnd()}\n\n${rendered}\n` }
    const verdict = validate(candidate, policy)
    if (candidate.body.length > BODY_MAX || verdict.score < score || verdict.gapCount > gapCount) continue
    content = candidate
    score = verdict.score
    gapCount = verdict.gapCount
    inserted.push(asset.id)
  }
  return { content, inserted }
}
