import { distance } from 'fastest-levenshtein'
import { type Asset, assetTexts } from '../assets/asset.ts'
import { type Content, normalizedContent } from '../content.ts'
import type { Policy } from '../policies/policy.ts'
import { type Verdict, validate } from '../verdict.ts'
import { type Fabrication, fabricationsIn } from './fabrications.ts'

/** Minimum share of a text that a revision preserves, and limits of its relative length. */
const PRESERVED_SHARE_MIN = 0.6
const LENGTH_RATIO_MIN = 0.5
const LENGTH_RATIO_MAX = 2

export type RevisionRefusal =
  | { readonly ok: false; readonly reason: 'more_gaps'; readonly gaps: number }
  | { readonly ok: false; readonly reason: 'fabrication'; readonly fabrications: readonly Fabrication[] }
  | { readonly ok: false; readonly reason: 'not_preserved' | 'length'; readonly share: number }

export type RevisionVerdict =
  | { readonly ok: true; readonly content: Content; readonly verdict: Verdict }
  | RevisionRefusal

/** The source of a revision: the text with its assets merged, as given to the model. */
export interface Original {
  readonly content: Content
  readonly policy: Policy
  readonly gaps: number
  readonly assets: readonly Asset[]
}

const sourcesOf = ({ content, assets }: Original): readonly string[] => [
  ...Object.values(content).filter((member) => typeof member === 'string'),
  ...assets.flatMap((asset) => [
    ...assetTexts(asset),
    ...[asset.title, asset.authorName, asset.authorBio, asset.sourceUrl].filter((text) => typeof text === 'string'),
  ]),
]

/** Characters above which texts are compared by word, because a comparison by character would take seconds. */
const CHARACTER_COMPARISON_MAX = 20_000

const wordsAsCharacters = (...texts: readonly string[]): readonly string[] => {
  const numbers = new Map<string, number>()
  return texts.map((text) =>
    text
      .split(/\s+/)
      .map((word) => {
        const number = numbers.get(word) ?? numbers.size
        numbers.set(word, number)
        return String.fromCharCode(number % 0xffff)
      })
      .join(''),
  )
}

/** 1 minus the edited share of the longer text, in UTF-16 code units; in words for long texts. */
const preservation = (before: string, after: string): number => {
  const isLong = Math.max(before.length, after.length) > CHARACTER_COMPARISON_MAX
  const [beforeText = '', afterText = ''] = isLong ? wordsAsCharacters(before, after) : [before, after]
  const longer = Math.max(beforeText.length, afterText.length)
  return longer === 0 ? 1 : 1 - distance(beforeText, afterText) / longer
}

/**
 * Accepts a revised body if it has half to twice the length, fabricates nothing, preserves most of the text and has no
 * more gaps. No language model is involved.
 */
export const judgeRevision = (original: Original, revisedBody: string): RevisionVerdict => {
  const { content, policy, gaps } = original
  const revised = normalizedContent({ ...content, body: revisedBody })
  const share = revised.body.length / content.body.length
  if (share < LENGTH_RATIO_MIN || share > LENGTH_RATIO_MAX) return { ok: false, reason: 'length', share }
  const fabrications = fabricationsIn(revised.body, sourcesOf(original))
  if (fabrications.length > 0) return { ok: false, reason: 'fabrication', fabrications }
  const preserved = preservation(content.body, revised.body)
  if (preserved < PRESERVED_SHARE_MIN) return { ok: false, reason: 'not_preserved', share: preserved }
  const verdict = validate(revised, policy)
  return verdict.gapCount > gaps
    ? { ok: false, reason: 'more_gaps', gaps: verdict.gapCount }
    : { ok: true, content: revised, verdict }
}
