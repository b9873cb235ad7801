import { CONTEXT_CONVERSATIONS_MAX, CONTEXT_TOKENS } from '../../layers/search/src/answers/contract/chat-answer.ts'
import { packContext } from '../../layers/search/src/answers/pack-context.ts'
import { findQuote } from '../../layers/search/src/answers/verified-claim.ts'
import { passagesOf, retrieve } from '../../layers/search/src/conversations/retrieval/retrieve.ts'
import { openArchive } from '../support/archive-world.ts'
import { type PlantedQuestion, plantedArchive } from './archive/planted-facts.ts'

/**
 * Measures search and answers of an archive on facts planted into small talk: `node test/bench/archive-retrieval.ts
 * [conversations] [seed] [held-out]`. `held-out` uses templates that were not used for tuning.
 */
const [conversations = '272', seed = '11', templates] = process.argv.slice(2)
const CONVERSATIONS = Number(conversations)
const BATCH = 100
/** As PASSAGES_MAX of answers: the maximum of passages of one conversation. */
const PASSAGES_PER_CONVERSATION = 6
const workspace = 'bench'

interface QuestionResult {
  readonly kind: PlantedQuestion['kind']
  readonly recall: number
  readonly reciprocal: number
  readonly evidence: number
  readonly cited: number
  readonly citedRight: number
  readonly wanted: number
  readonly isRefused: boolean
  readonly isFirstLatest: boolean
  readonly quotes: number
  readonly quotesRight: number
}

const { talks, questions } = plantedArchive(Number(seed), {
  conversations: CONVERSATIONS,
  isHeldOut: templates === 'held-out',
})
const archive = await openArchive()
for (let from = 0; from < talks.length; from += BATCH) await archive.take(workspace, ...talks.slice(from, from + BATCH))
const count = await archive.deps.tokens()

const measureQuestion = async ({ kind, question, gold, evidence }: PlantedQuestion): Promise<QuestionResult> => {
  const query = { workspace, text: question, branches: 'active', filter: {}, threshold: 0 } as const
  const hits = await retrieve(archive.deps, { ...query, limit: 10 })
  const ids = hits.map(({ row }) => row.conversation)
  const firstGoldRank = ids.findIndex((id) => gold.includes(id))
  const contextHits = hits.slice(0, CONTEXT_CONVERSATIONS_MAX)
  const passages = await passagesOf(archive.deps, workspace, contextHits, PASSAGES_PER_CONVERSATION)
  const context = packContext(passages, CONTEXT_TOKENS, count)
  const answer = await archive.ask({ workspace }, question)
  const texts = context.passages.map(({ text }) => text)
  const cited = answer.citations.map(({ conversationId }) => conversationId)
  const citedTexts = talks.filter(({ id }) => cited.includes(id)).map(({ said }) => said.join('\n'))
  return {
    kind,
    recall: gold.filter((id) => ids.slice(0, CONTEXT_CONVERSATIONS_MAX).includes(id)).length / Math.max(1, gold.length),
    reciprocal: firstGoldRank < 0 ? 0 : 1 / (firstGoldRank + 1),
    evidence:
      evidence.filter((said) => texts.some((text) => text.includes(said))).length / Math.max(1, evidence.length),
    cited: cited.length,
    citedRight: answer.citations.filter(({ quote }) => evidence.includes(quote)).length,
    wanted: evidence.length,
    isRefused: answer.refused !== null,
    isFirstLatest: answer.citations[0]?.quote === evidence[0],
    quotes: answer.citations.length,
    quotesRight: answer.citations.filter(({ quote }) => citedTexts.some((text) => findQuote(text, quote))).length,
  }
}

const results: QuestionResult[] = []
for (const question of questions) results.push(await measureQuestion(question))

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3)
const share = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(3)
const sum = (rows: readonly QuestionResult[], select: (row: QuestionResult) => number): number =>
  rows.reduce((n, row) => n + select(row), 0)

const tableRow = (name: string, rows: readonly QuestionResult[]): Record<string, string | number> => ({
  kind: name,
  questions: rows.length,
  'R@8': mean(rows.map(({ recall }) => recall)),
  'MRR@10': mean(rows.map(({ reciprocal }) => reciprocal)),
  'evidence in 4,000': mean(rows.map(({ evidence }) => evidence)),
  'citation precision': share(
    sum(rows, ({ citedRight }) => citedRight),
    sum(rows, ({ cited }) => cited),
  ),
  'citation recall': share(
    sum(rows, ({ citedRight }) => citedRight),
    sum(rows, ({ wanted }) => wanted),
  ),
  'first citation is right': mean(rows.map(({ isFirstLatest }) => Number(isFirstLatest))),
})

const answerable = results.filter(({ kind }) => kind !== 'unanswerable')
const kinds = ['single', 'temporal', 'contradicted'] as const
console.table([
  ...kinds.map((kind) =>
    tableRow(
      kind,
      results.filter((row) => row.kind === kind),
    ),
  ),
  tableRow('all', answerable),
])

const refused = results.filter(({ isRefused }) => isRefused)
const unanswerable = results.filter(({ kind }) => kind === 'unanswerable')
const rightlyRefused = refused.filter(({ kind }) => kind === 'unanswerable').length
console.table([
  {
    'refusal precision': share(rightlyRefused, refused.length),
    'refusal recall': share(rightlyRefused, unanswerable.length),
    'quote validity': share(
      sum(results, ({ quotesRight }) => quotesRight),
      sum(results, ({ quotes }) => quotes),
    ),
  },
])
await archive.close()
