import type { Content } from '../content.ts'
import type { Policy } from '../policies/policy.ts'
import { readDocument } from '../text/document.ts'
import type { Gap } from '../verdict.ts'
import { type Asset, assetTexts } from './asset.ts'
import { renderAsset } from './render-asset.ts'

export interface AssetPreferences {
  readonly domains?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
}

/** Maximum assets per iteration (spec platform-api 4.5). */
export const ASSETS_MAX = 6

/** Share of an asset's shingles in the text from which the text counts as containing the asset. */
const CONTAINED_SHARE = 0.8
const SHINGLE_WORDS = 3

const SIGNIFICANT_LENGTH = 4
const COMMON_WORDS = new Set(
  'that this with from have were been they them their there about which would could should will what when where your more than into also only some such each other over under most much many very just then because these those after before being between does made make like'.split(
    ' ',
  ),
)

const wordsOf = (text: string): readonly string[] =>
  readDocument(text).tokens.flatMap(({ kind, text: word }) => (kind === 'mark' ? [] : [word]))

const stem = (word: string): string =>
  word.length > SIGNIFICANT_LENGTH && word.endsWith('s') ? word.slice(0, -1) : word

const significantWordsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => word.length >= SIGNIFICANT_LENGTH && !COMMON_WORDS.has(word)).map(stem))

const shinglesOf = (words: readonly string[]): readonly string[] =>
  words
    .slice(0, Math.max(1, words.length - SHINGLE_WORDS + 1))
    .map((_, at) => words.slice(at, at + SHINGLE_WORDS).join(' '))

/** Returns true if a text already contains an asset, by counting its three-word shingles. */
const isContained = (asset: readonly string[], text: ReadonlySet<string>): boolean => {
  const shingles = new Set(shinglesOf(asset))
  const shared = [...shingles].filter((shingle) => text.has(shingle)).length
  return shingles.size > 0 && shared / shingles.size >= CONTAINED_SHARE
}

/** The words of an asset as inserted into a text; all its words if it cannot be rendered. */
const renderedWords = (asset: Asset): readonly string[] => wordsOf(renderAsset(asset) ?? assetTexts(asset).join('\n\n'))

const isInText = (asset: Asset, body: string, shingles: ReadonlySet<string>): boolean => {
  const words = renderedWords(asset)
  return words.length === 0 ? body.includes(renderAsset(asset) ?? asset.title) : isContained(words, shingles)
}

export const isInserted = (asset: Asset, body: string): boolean =>
  isInText(asset, body, new Set(shinglesOf(wordsOf(body))))

const overlaps = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one === undefined || one.length === 0 || one.some((each) => other.includes(each))

const byUsageThenNewest = (one: Asset, other: Asset): number =>
  one.usageCount - other.usageCount ||
  (one.createdAt === other.createdAt ? (one.id < other.id ? -1 : 1) : one.createdAt < other.createdAt ? 1 : -1)

/**
 * Chooses assets that may close gaps: the type satisfies a gap's requirement, the domain matches, the asset is
 * undisputed and not yet in the text, and it shares a significant word with the text (BM25 above 0). Least used first,
 * then newest (spec platform-api 4.5).
 */
export const chooseAssets = (
  content: Content,
  gaps: readonly Pick<Gap, 'requirementId'>[],
  assets: readonly Asset[],
  policy: Policy,
  { domains, types }: AssetPreferences = {},
): readonly Asset[] => {
  const neededTypes = new Set(
    gaps.flatMap(({ requirementId }) => policy.requirements.find(({ id }) => id === requirementId)?.satisfiedBy ?? []),
  )
  const words = wordsOf(`${content.title ?? ''}\n\n${content.body}`)
  const significantWords = significantWordsOf(words)
  const shingles = new Set(shinglesOf(words))
  return assets
    .filter((asset) => {
      if (!neededTypes.has(asset.type) || asset.verificationStatus === 'disputed') return false
      if (!overlaps(types, [asset.type]) || !overlaps(domains, asset.domains)) return false
      if (!overlaps(content.domains, asset.domains)) return false
      const assetWords = wordsOf(assetTexts(asset).join('\n\n'))
      const sharesWord = [...significantWordsOf([...wordsOf(asset.title), ...assetWords])].some((word) =>
        significantWords.has(word),
      )
      return sharesWord && !isInText(asset, content.body, shingles)
    })
    .toSorted(byUsageThenNewest)
    .slice(0, ASSETS_MAX)
}
