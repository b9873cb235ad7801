import { createHash } from 'node:crypto'
import { type Mention, type MentionPage, type MentionSource, NO_COUNTS } from './mention.ts'

const SLOT_MS = 5 * 60_000
const DAY_MS = 86_400_000

const OPINIONS = [
  'I love what {} makes, it works like a charm',
  '{} again? Still waiting for a reply, mail me at jane.doe@example.com',
  'Just unboxed something by {}',
  'The design of {} is gorgeous but the battery is terrible',
  'Never buying from {} again, call me on +44 20 7946 0958 if you want to know why',
  'Happy with {}! Thanks @sunny_sam',
  'Has anybody compared {} with others?',
  'My {} broke after two days. My name is Peter Miller and I want my money back',
] as const

/** Derives bytes from the given values, so that the stream is the same for every request. */
const bytesOf = (...words: readonly (string | number)[]): Buffer =>
  createHash('sha256').update(words.join('|')).digest()

const mentionsInSlot = (seed: string, query: string, platform: string, slot: number): Mention[] => {
  const slotBytes = bytesOf(seed, platform, query, slot)
  const count = [0, 0, 1, 1, 2][(slotBytes[0] ?? 0) % 5] ?? 0
  return Array.from({ length: count }, (_, i) => {
    const bytes = bytesOf(seed, platform, query, slot, i)
    const opinion = OPINIONS[bytes.readUInt16BE(0) % OPINIONS.length] ?? ''
    return {
      id: `simulated-${bytes.toString('hex', 2, 10)}`,
      revision: '1',
      at: slot * SLOT_MS + (bytes.readUInt32BE(10) % SLOT_MS),
      text: opinion.replaceAll('{}', query),
      lang: 'en',
      authorFollowers: bytes.readUInt16BE(14),
      counts: { ...NO_COUNTS, likes: (bytes[16] ?? 0) % 50, replies: (bytes[17] ?? 0) % 10 },
      ...(platform === 'reviews' ? { rating: 1 + ((bytes[18] ?? 0) % 5) } : {}),
    }
  })
}

/**
 * Simulated mentions for local development and tests: a fixed stream per seed and query, about one mention per five
 * minutes. Events have the source `simulated`.
 */
export const simulatedSource = (seed: string, platform: string): MentionSource => ({
  name: 'simulated',
  pageMax: 100,
  costPerMention: 0,
  idsIdentifyAuthors: false,
  windowMs: 7 * DAY_MS,
  async page({ query, from, to, size, next }): Promise<MentionPage> {
    const end = next === undefined ? to : Number(next)
    const mentions: Mention[] = []
    let slot = Math.floor(end / SLOT_MS)
    for (; slot >= Math.floor(from / SLOT_MS) && mentions.length < size; slot--) {
      const slotMentions = mentionsInSlot(seed, query, platform, slot).filter(({ at }) => at >= from && at <= end)
      mentions.push(...slotMentions.sort((a, b) => b.at - a.at))
    }
    if (slot < Math.floor(from / SLOT_MS)) return { mentions }
    const reaches = (slot + 1) * SLOT_MS - 1
    return { mentions, reaches, next: String(reaches) }
  },
})
