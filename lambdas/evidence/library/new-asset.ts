import { Buffer } from 'node:buffer'
import type { FieldError } from '@signet/contracts'
import { isDeeperThan } from '@signet/contracts/nesting'
import type { Clock, NewId } from '@signet/kernel'
import type { AssetBody } from '../contract/library.ts'
import type { AssetRow, LibraryKey } from './asset-table.ts'

/** A row of the table is 400 KB at most, and numbers such as 1e20 take more room as they are written than as they were sent. */
const CONTENT_BYTES_MAX = 300_000

/** Deeper than that, engines differ in what they can write down. */
const LEVELS_MAX = 512

const contentFault = (content: AssetBody['content']): string | undefined => {
  if (isDeeperThan(LEVELS_MAX, content)) return `must not be nested deeper than ${LEVELS_MAX} levels`
  const isLarge = Buffer.byteLength(JSON.stringify(content)) > CONTENT_BYTES_MAX
  return isLarge ? `must be at most ${CONTENT_BYTES_MAX} bytes as JSON` : undefined
}

/** Which rules of the store an asset breaks, or the members of one that change. Empty for one that it keeps as it is. */
export const assetFaults = ({ content, ...members }: Partial<AssetBody>): readonly FieldError[] => {
  const fault = content && contentFault(content)
  // In UTF-8 a lone surrogate would become another character.
  const broken = Object.entries(members).filter(([, value]) => [value].flat().some((text) => !isWellFormed(text)))
  return [
    ...(fault === undefined ? [] : [{ field: 'content', message: fault }]),
    ...broken.map(([field]) => ({ field, message: 'must be well-formed Unicode' })),
  ]
}

const isWellFormed = (value: unknown): boolean => typeof value !== 'string' || value.isWellFormed()

export const newAsset = (
  { newId, now }: { readonly newId: NewId; readonly now: Clock },
  { tenant }: LibraryKey,
  { content, ...body }: AssetBody,
): AssetRow => {
  const at = now().toISOString()
  return {
    ...body,
    id: newId(),
    tenant,
    content: JSON.stringify(content),
    usageCount: 0,
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}
