import { BETWEEN, DID, GROUPS, THOUGHT } from '../lexicons/first-hand.ts'
import type { FirstHand, TextAnalysis } from './reading.ts'

/** Maximum words between the author and the verb, and between "our" and the work. */
const REACH = 4
const WORK_REACH = 4

const isDeed = (text: string): boolean =>
  DID.has(text) ||
  (text.length > 3 && text.endsWith('ed') && !THOUGHT.has(text) && text !== 'need' && text !== 'indeed')

const NOTHING = new Set(['none', 'nothing', 'neither'])

/**
 * Returns true if a first-hand verb follows the author, separated only by adverbs and auxiliaries, or follows another
 * such verb and "and".
 */
const hasOwnDeed = (reading: TextAnalysis, at: number): boolean => {
  const { tokens } = reading.document
  for (let to = at + 1; to <= at + REACH; to++) {
    const token = tokens[to]
    if (token?.kind !== 'word') return false
    if (isDeed(token.text)) return !NOTHING.has(tokens[to + 1]?.text ?? '')
    if (!BETWEEN.has(token.text)) return false
  }
  return false
}

/** "My" or "our" with an object of work, or with a person or group that did it. */
const hasOwnWork = (reading: TextAnalysis, at: number, work: ReadonlySet<number>): boolean => {
  const { tokens } = reading.document
  for (let to = at + 1; to <= at + WORK_REACH; to++) {
    const token = tokens[to]
    if (token === undefined || token.kind === 'mark') return false
    if (work.has(to) && !GROUPS.has(tokens[to + 1]?.text ?? '')) return true
    if (GROUPS.has(token.text)) return hasOwnDeed(reading, to)
  }
  return false
}

/** First-hand sentences, each once. Excludes quotations of others. */
export const firstHandOf = (reading: TextAnalysis): readonly FirstHand[] => {
  const { document, hits, isQuoted, sentenceAt } = reading
  const { tokens } = document
  const work = new Set(hits.ownWork.map(({ at }) => at))
  const sentences: FirstHand[] = []
  for (const { at } of hits.self) {
    const sentence = sentenceAt[at] ?? -1
    if (sentence < 0 || isQuoted[at] || sentences.at(-1)?.sentence === sentence) continue
    if (document.sentences[sentence]?.isQuestion) continue
    if (document.blocks[document.sentences[sentence]?.block ?? 0]?.kind === 'heading') continue
    const { text = '' } = tokens[at] ?? {}
    const isOwner = text === 'my' || text === 'our'
    if (isOwner ? hasOwnWork(reading, at, work) : hasOwnDeed(reading, at)) sentences.push({ sentence, at })
  }
  return sentences
}
