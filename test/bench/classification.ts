import { bm25, bm25Index, stemOf, stemsOf, wordsOf } from '@signet/readings'
import { classify, PATTERNS } from '@signet/readings/classify'
import MiniSearch from 'minisearch'
import { type Cost, costOf, inPairs, median, type Progress, type Row } from './measure.ts'
import { engineOfVocabulary } from './runtime/rules-engine.ts'

const ROUNDS = 9
/** Bound of one classification in CPU milliseconds. */
const CLASSIFY_MS = 1

/** Intentions of every pattern: its description and some phrasings. */
const INTENTIONS = PATTERNS.flatMap(({ description, phrasings }) => [description, ...phrasings.slice(0, 3)])

const forEachIntention = (work: (intention: string) => unknown) => (): Promise<Cost> =>
  costOf(async () => {
    for (const intention of INTENTIONS) await work(intention)
  })

/** The same texts in both engines, with the same words. */
const documents = PATTERNS.map(({ id, title, description, terms, phrasings }) => ({
  id,
  text: [title, title, description, ...Object.values(terms), ...phrasings].join(' '),
}))

const rivalIndex = () => {
  const index = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    tokenize: (text) => wordsOf(text) as string[],
    processTerm: (word) => stemOf(word),
    searchOptions: { bm25: { k: 1.2, b: 0.75, d: 0 } },
  })
  index.addAll(documents)
  return index
}

/** Compares the classification with its bound, with one rule per term, and its relevance with a search engine's. */
export const classificationBench = async (progress: Progress): Promise<Row[]> => {
  const count = INTENTIONS.length
  const { engine, rules } = engineOfVocabulary()
  const ours = forEachIntention((intention) => classify({ intention }))
  const costs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    progress(`classification ${round}/${ROUNDS}`)
    costs.push((await ours()).cpuMs / count)
  }
  const classifyMs = median(costs.slice(1))
  const rulePairs = await inPairs(
    ROUNDS,
    ours,
    forEachIntention((intention) => engine.run({ text: ` ${wordsOf(intention).join(' ')} ` })),
    (at) => progress(`classification, rules ${at}`),
  )
  const index = bm25Index(documents.map(({ id, text }) => ({ id, terms: stemsOf(text) })))
  const search = rivalIndex()
  const agreements = INTENTIONS.filter(
    (text) => bm25(index, stemsOf(text))[0]?.id === search.search(text)[0]?.id,
  ).length
  if (agreements < count * 0.8)
    throw new Error(
      `Both engines return the same first result for ${agreements} of ${count}, too few for a fair comparison`,
    )
  const searchPairs = await inPairs(
    ROUNDS,
    forEachIntention((intention) => bm25(index, stemsOf(intention))),
    forEachIntention((intention) => search.search(intention)),
    (at) => progress(`relevance ${at}`),
  )
  const budget = { atMost: 1 }
  return [
    {
      bench: 'an intention classified, CPU',
      ours: classifyMs,
      rival: CLASSIFY_MS,
      unit: 'ms',
      ratio: classifyMs / CLASSIFY_MS,
      budget,
    },
    {
      bench: 'an intention classified; json-rules-engine 7.3.1',
      ours: rulePairs.ours / count,
      rival: rulePairs.rival / count,
      unit: 'ms',
      ratio: rulePairs.cpuRatio,
      budget,
      note: `CPU; ${rules} terms as rules, without relevance and traits`,
    },
    {
      bench: 'relevance of 18 patterns; MiniSearch 7.2.0',
      ours: searchPairs.ours / count,
      rival: searchPairs.rival / count,
      unit: 'ms',
      ratio: searchPairs.cpuRatio,
      budget,
      note: `CPU; the same first result for ${agreements} of ${count}`,
    },
  ]
}
