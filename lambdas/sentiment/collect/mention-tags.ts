import { createHmac } from 'node:crypto'

/** Exact digests instead of a Bloom filter, whose false positives would drop mentions. */
const TAG_BYTES = 8
/** Twice the mentions of a cycle: 16 KB. */
const TAGS_MAX = 2_000

export interface MentionTags {
  add(id: string, revision: string): boolean
  serialize(): string
}

/** Creates the tags of mentions from a row. Without the key they reveal nothing. */
export const mentionTags = (key: Buffer, platform: string, row: string): MentionTags => {
  const bytes = Buffer.from(row, 'base64')
  const tags = new Set<string>()
  for (let at = 0; at + TAG_BYTES <= bytes.length; at += TAG_BYTES) {
    tags.add(bytes.toString('base64', at, at + TAG_BYTES))
  }
  return {
    add(id, revision) {
      const digest = createHmac('sha256', key).update(`seen|${platform}|${id}|${revision}`).digest()
      const tag = digest.toString('base64', 0, TAG_BYTES)
      if (tags.has(tag)) return false
      tags.add(tag)
      return true
    },
    serialize: () =>
      Buffer.concat([...tags].slice(-TAGS_MAX).map((tag) => Buffer.from(tag, 'base64'))).toString('base64'),
  }
}
