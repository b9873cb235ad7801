import { createHmac } from 'node:crypto'

/** Short digests instead of a Bloom filter, whose false positives would drop mentions. */
const DIGEST_BYTES = 8
/** Twice the maximum mentions of a cycle; 16 KB. */
const DIGESTS_MAX = 2_000

export interface MentionDigests {
  /** Returns false if the revision of the mention was added before. */
  add(id: string, revision: string): boolean
  serialize(): string
}

/** Restores the digests of collected mentions from a row. Without the key, they do not identify mentions. */
export const mentionDigests = (key: Buffer, platform: string, row: string): MentionDigests => {
  const bytes = Buffer.from(row, 'base64')
  const digests = new Set<string>()
  for (let start = 0; start + DIGEST_BYTES <= bytes.length; start += DIGEST_BYTES) {
    digests.add(bytes.toString('base64', start, start + DIGEST_BYTES))
  }
  return {
    add(id, revision) {
      const fullDigest = createHmac('sha256', key).update(`seen|${platform}|${id}|${revision}`).digest()
      const shortDigest = fullDigest.toString('base64', 0, DIGEST_BYTES)
      if (digests.has(shortDigest)) return false
      digests.add(shortDigest)
      return true
    },
    serialize: () =>
      Buffer.concat([...digests].slice(-DIGESTS_MAX).map((shortDigest) => Buffer.from(shortDigest, 'base64'))).toString(
        'base64',
      ),
  }
}
