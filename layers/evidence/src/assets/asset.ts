import type { AssetType } from '../policies/policy.ts'

/** The fields of a library asset that a revision needs (spec platform-api 2.6). */
export interface Asset {
  readonly id: string
  readonly type: AssetType
  readonly title: string
  readonly content: Readonly<Record<string, unknown>>
  readonly domains: readonly string[]
  readonly verificationStatus?: string | null | undefined
  readonly authorName?: string | null | undefined
  readonly authorBio?: string | null | undefined
  readonly sourceUrl?: string | null | undefined
  readonly usageCount: number
  /** Creation time, ISO 8601. */
  readonly createdAt: string
}

const DEPTH_MAX = 8

const textsIn = (value: unknown, depth: number): readonly string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((member) => textsIn(member, depth - 1))
}

export const assetTexts = ({ content }: Pick<Asset, 'content'>): readonly string[] => textsIn(content, DEPTH_MAX)

/** Returns the text of the first named field that the content has. */
export const assetText = ({ content }: Pick<Asset, 'content'>, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = content[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}
