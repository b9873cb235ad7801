import type { EvidenceAsset } from '../contract/library.ts'
import type { AssetRow } from './asset-table.ts'

export const assetView = ({ content, tenant: _tenant, version: _version, ...row }: AssetRow): EvidenceAsset => ({
  ...row,
  content: JSON.parse(content) as EvidenceAsset['content'],
})

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

export const containsWords = ({ title, tags, authorName, authorBio, sourceUrl, content }: AssetRow, query: string) => {
  const text = [title, ...tags, authorName, authorBio, sourceUrl, content].join('\n').toLowerCase()
  return wordsOf(query).every((word) => text.includes(word))
}
