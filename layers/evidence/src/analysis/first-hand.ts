import { ADVERBS_BEFORE_VERB, GROUPS, IRREGULAR_ACTIONS, THOUGHT_VERBS } from '../lexicons/first-hand.ts'
import type { FirstHand, TextAnalysis } from './text-analysis.ts'

/** Maximum words between the author and the verb, and between "our" and the work. */
const VERB_REACH = 4
const WORK_REACH = 4

const isActionVerb = (text: string): boolean =>
  IRREGULAR_ACTIONS.has(text) ||
  (text.length > 3 && text.endsWith('ed') && !THOUGHT_VERBS.has(text) && text !== 'need' && text !== 'indeed')

const NOTHING = new Set(['none', 'nothing', 'neither'])

/**
 * Returns true if a first-hand verb follows the author, separated only by adverbs and auxiliaries, or follows another
 * such verb and "and".
 */
const hasOwnAction = (analysis: TextAnalysis, at: number): boolean => {
  const { tokens } = analysis.document
  for (let to = at + 1; to <= at + VERB_REACH; to++) {
    const token = tokens[to]
    if (token?.kind !== 'word') return false
    if (isActionVerb(token.text)) return !NOTHING.has(tokens[to + 1]?.text ?? '')
    if (!ADVERBS_BEFORE_VERB.has(token.text)) return false
  }
  return false
}

/** "My" or "our" with an object of work, or with a person or group that did it. */
const hasOwnWork = (analysis: TextAnalysis, at: number, work: ReadonlySet<number>): boolean => {
  const { tokens } = analysis.document
  for (let to = at + 1; to <= at + WORK_REACH; to++) {
    const token = tokens[to]
    if (token === undefined || token.kind === 'mark') return false
    if (work.has(to) && !GROUPS.has(tokens[to + 1]?.text ?? '')) return true
    if (GROUPS.has(token.text)) return hasOwnAction(analysis, to)
  }
  return false
}

/** First-hand sentences, each once. Excludes quotations of others. */
export const firstHandOf = (analysis: TextAnalysis): readonly FirstHand[] => {
  const { document, hits, isQuoted, sentenceAt } = analysis
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
    if (isOwner ? hasOwnWork(analysis, at, work) : hasOwnAction(analysis, at)) sentences.push({ sentence, at })
  }
  return sentences
}
