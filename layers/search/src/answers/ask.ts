import type { SpendGuard } from '@signet/kernel'
import {
  type Allowance,
  type FoundConversation,
  type Meter,
  passagesOf,
  type RetrieveDeps,
  retrieve,
} from '../conversations/index.ts'
import { type IndexFilter, termsOf } from '../index/index.ts'
import type { AnswerMaker, Claim } from './claim.ts'
import {
  type ChatAnswer,
  type Citation,
  CONTEXT_CONVERSATIONS_MAX,
  CONTEXT_TOKENS,
  EXCHANGES_MAX,
  type ReasoningStep,
  type Turn,
} from './contract/chat-answer.ts'
import type { CountTokens } from './count-tokens.ts'
import { type Context, packContext } from './pack-context.ts'
import { questionTerms } from './question-terms.ts'
import { tokenRecorder } from './tokens-used.ts'
import { verifiedClaim } from './verified-claim.ts'

/** A question with a pronoun and at most this many terms refers to earlier turns. */
const SHORT_QUESTION_TERMS = 3

/** Maximum words of the previous question that are added to a question that refers to it. */
const ADDED_WORDS_MAX = 12

const REFERS_BACK =
  /^(?:and|but|so|also|or|then|what about|how about|why|it|its|he|she|they|them|his|her|their|this|that|these|those|there|which one)\b/i
const PRONOUN = /\b(?:it|he|she|they|him|her|them|his|their|its|this|that|these|those|there|one)\b/i

const usedHistory = (history: readonly Turn[]): { readonly turns: readonly Turn[]; readonly exchanges: number } => {
  let exchanges = 0
  let from = history.length
  for (let i = history.length - 1; i >= 0; i--) {
    if (history[i]?.role !== 'user') continue
    exchanges++
    from = i
    if (exchanges === EXCHANGES_MAX) break
  }
  return { turns: history.slice(from), exchanges }
}

const contentWords = (text: string): string[] => {
  const seenTerms = new Set<string>()
  return questionTerms(text).flatMap(({ term, start, end }) => {
    if (seenTerms.has(term)) return []
    seenTerms.add(term)
    return [text.slice(start, end)]
  })
}

/** Adds words of the previous question to a question that refers to it, so that it can be searched alone. */
const standaloneQuestion = (question: string, turns: readonly Turn[]): string => {
  const previousQuestion = turns.findLast(({ role }) => role === 'user')
  if (previousQuestion === undefined) return question
  const terms = new Set(questionTerms(question).map(({ term }) => term))
  const isShort = terms.size <= SHORT_QUESTION_TERMS && PRONOUN.test(question)
  if (!isShort && terms.size > 1 && !REFERS_BACK.test(question)) return question
  const addedWords = contentWords(previousQuestion.content).filter(
    (word) => !termsOf(word).some((term) => terms.has(term)),
  )
  return addedWords.length === 0 ? question : `${question} (${addedWords.slice(0, ADDED_WORDS_MAX).join(' ')})`
}

/** Windows with a lower score match by chance. */
const SCORE_MIN = 0.08

const PASSAGES_MAX = 6

const REFUSALS = {
  nothing_found: 'The archive contains no match for this question.',
  not_in_archive: 'The archive does not contain the answer to this question.',
  unsupported: 'No statement of the answer could be verified in the archive.',
} as const

/** The conversations that a question may be answered from. */
export interface Scope {
  readonly workspace: string
  /** Conversations of a notebook; absent for the whole workspace. */
  readonly conversations?: ReadonlySet<string> | undefined
  readonly instructions?: string | undefined
}

export interface Question {
  readonly question: string
  readonly history: readonly Turn[]
  readonly branches: 'active' | 'all'
  readonly filter: Omit<IndexFilter, 'conversations'>
}

export interface AskDeps extends RetrieveDeps {
  readonly maker: AnswerMaker
  readonly tokens: () => Promise<CountTokens>
  readonly meter: Pick<Meter, 'note' | 'flush'>
  readonly allowance: Pick<Allowance, 'check'>
  readonly spend: Pick<SpendGuard, 'check'>
}

/** Events while an answer is generated; `answer` is the last. */
export type AskEvent =
  | { readonly event: 'reasoning'; readonly data: ReasoningStep }
  | { readonly event: 'claim'; readonly data: { readonly text: string; readonly citations: readonly Citation[] } }
  | { readonly event: 'answer'; readonly data: ChatAnswer }

class Draft {
  readonly citations: Citation[] = []
  text = ''

  add(text: string, citations: readonly Omit<Citation, 'id' | 'answerStart' | 'answerEnd'>[]): readonly Citation[] {
    const answerStart = this.text === '' ? 0 : this.text.length + 1
    this.text = this.text === '' ? text : `${this.text} ${text}`
    const newCitations = citations.map((citation, i) => ({
      ...citation,
      id: `c${this.citations.length + i + 1}`,
      answerStart,
      answerEnd: this.text.length,
    }))
    this.citations.push(...newCitations)
    return newCitations
  }
}

const contextOf = async (
  { tokens, ...deps }: AskDeps,
  { workspace, conversations }: Scope,
  text: string,
  { branches, filter }: Question,
): Promise<{ readonly matching: readonly FoundConversation[]; readonly context: Context }> => {
  const query = { workspace, text, branches, filter: { ...filter, conversations } }
  const matching = await retrieve(deps, { ...query, limit: CONTEXT_CONVERSATIONS_MAX, threshold: SCORE_MIN })
  const [passages, count] = await Promise.all([passagesOf(deps, workspace, matching, PASSAGES_MAX), tokens()])
  return { matching, context: packContext(passages, CONTEXT_TOKENS, count) }
}

class AnswerProgress {
  readonly draft = new Draft()
  readonly reasoning: ReasoningStep[] = []
  claims = 0
  verified = 0

  step(step: ReasoningStep['step'], detail: string): AskEvent {
    const data = { step, detail }
    this.reasoning.push(data)
    return { event: 'reasoning', data }
  }
}

async function* verifiedClaims(
  progress: AnswerProgress,
  { passages }: Context,
  claims: AsyncIterable<Claim>,
): AsyncGenerator<AskEvent> {
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  for await (const claim of claims) {
    progress.claims++
    const verified = verifiedClaim(claim, byId)
    if (verified === undefined) continue
    progress.verified++
    const citations = progress.draft.add(verified.text, verified.citations)
    yield { event: 'claim', data: { text: verified.text, citations } }
  }
}

const refusalOf = ({ passages }: Context, { claims, draft }: AnswerProgress): ChatAnswer['refused'] => {
  if (draft.text !== '') return null
  if (passages.length === 0) return 'nothing_found'
  return claims === 0 ? 'not_in_archive' : 'unsupported'
}

/**
 * Answers a question from an archive (docs/archive/search.md): finds and packs passages, and generates an answer. The
 * answer contains a statement only if a passage contains one of the quotes that support it. If no statement can be
 * verified, the answer is a refusal.
 * @throws LanguageModelFault if the model does not respond
 */
export async function* ask(
  deps: AskDeps,
  scope: Scope,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const progress = new AnswerProgress()
  const { turns, exchanges } = usedHistory(question.history)
  const standalone = standaloneQuestion(question.question, turns)
  yield progress.step('question', `Searched for: ${standalone}`)
  const { matching, context } = await contextOf(deps, scope, standalone, question)
  yield progress.step(
    'retrieval',
    `Matching conversations: ${matching.length}. ${matching.map(({ row }) => row.title).join('; ')}`,
  )
  const { passages, tokens } = context
  if (passages.length > 0) {
    yield progress.step('context', `Passages read: ${passages.length}, of ${tokens} tokens`)
    const passageTexts = passages.map(({ id, text, passage }) => ({ id, text, createdAt: passage.createdAt }))
    const { instructions } = scope
    const material = { question: question.question, standalone, history: turns, passages: passageTexts, instructions }
    yield* verifiedClaims(
      progress,
      context,
      deps.maker.claims(material, signal, tokenRecorder(deps.meter, scope.workspace)),
    )
    yield progress.step('verification', `Verified statements: ${progress.verified} of ${progress.claims}`)
  }
  const { draft, reasoning } = progress
  const refused = refusalOf(context, progress)
  const answer = refused === null ? draft.text : REFUSALS[refused]
  const answerFacts = { question: standalone, historyUsed: exchanges, contextTokens: tokens, model: deps.maker.name }
  deps.meter.note(scope.workspace, { questions: 1, refusals: refused === null ? 0 : 1 })
  await deps.meter.flush()
  yield { event: 'answer', data: { answer, refused, citations: draft.citations, reasoning, ...answerFacts } }
}
