import { Buffer } from 'node:buffer'
import type { FieldError } from '@signet/contracts'
import { isDeeperThan } from '@signet/contracts/nesting'
import type { Clock, NewId } from '@signet/kernel'
import type { AssetBody } from '../contract/library.ts'
import type { AssetRow, LibraryKey } from './asset-table.ts'

/** A DynamoDB item has at most 400 KB, and numbers such as 1e20 are longer when written out. */
const CONTENT_BYTES_MAX = 300_000

/** Engines differ in the nesting depth that they can serialize. */
const LEVELS_MAX = 512

const contentFault = (content: AssetBody['content']): string | undefined => {
  if (isDeeperThan(LEVELS_MAX, content)) return `must not be nested deeper than ${LEVELS_MAX} levels`
  const isLarge = Buffer.byteLength(JSON.stringify(content)) > CONTENT_BYTES_MAX
  return isLarge ? `must be at most ${CONTENT_BYTES_MAX} bytes as JSON` : undefined
}

/** Faults of an asset, or of changed fields, that DynamoDB cannot store unchanged. */
export const assetFaults = ({ content, ...fields }: Partial<AssetBody>): readonly FieldError[] => {
  const fault = content && contentFault(content)
  // UTF-8 encoding would replace a lone surrogate.
  const malformedFields = Object.entries(fields).filter(([, value]) =>
    [value].flat().some((text) => !isWellFormed(text)),
  )
  return [
    ...(fault === undefined ? [] : [{ field: 'content', message: fault }]),
    ...malformedFields.map(([field]) => ({ field, message: 'must be well-formed Unicode' })),
  ]
}

const isWellFormed = (value: unknown): boolean => typeof value !== 'string' || value.isWellFormed()

export const newAsset = (
  { newId, now }: { readonly newId: NewId; readonly now: Clock },
  { tenant }: LibraryKey,
  { content, ...body }: AssetBody,
): AssetRow => {
  const createdAt = now().toISOString()
  return {
    ...body,
    id: newId(),
    tenant,
    content: JSON.stringify(content),
    usageCount: 0,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  }
}
