import type { Answer, AnswerPart, Completion, StreamingLanguageModel } from './language-model.ts'

/** About four characters of English to a token. */
const CHARACTERS_A_TOKEN = 4

const SAYS = 'Offline stand-in, no language model: the passages that share most words with the question.'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])

const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')

/** How much of the question a sentence holds, with long sentences held back a little. */
const scoreOf = (sentence: string, question: ReadonlySet<string>): number => {
  const words = wordsOf(sentence)
  const shared = [...words].filter((word) => question.has(word)).length
  return shared / Math.sqrt(words.size + 1)
}

/** The question is the last line of the last message; everything before it is material. */
const partsOf = ({ messages }: Completion) => {
  const last = messages.at(-1)?.text.trim() ?? ''
  const lines = last.split('\n')
  const question = lines.at(-1) ?? ''
  const material = [...messages.slice(0, -1).map(({ text }) => text), lines.slice(0, -1).join('\n')].join('\n')
  return { question, material }
}

const answerTo = (completion: Completion): Answer => {
  const { question, material } = partsOf(completion)
  const asked = wordsOf(question)
  const ranked = sentencesOf(material)
    .map((sentence, at) => ({ sentence, at, score: scoreOf(sentence, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, 3)
    .sort((a, b) => a.at - b.at)
  const found = ranked.length === 0 ? ['Nothing in the material shares a word with it.'] : ranked.map((r) => r.sentence)
  const text = `${SAYS} ${found.join(' ')}`
  const most = completion.maxTokens * CHARACTERS_A_TOKEN
  return text.length > most ? { text: text.slice(0, most), stopReason: 'max_tokens' } : { text, stopReason: 'end_turn' }
}

/**
 * A stand-in without any model: it answers with the sentences of the material that share most words with the question, and
 * says that it does. The same completion always has the same answer.
 */
export const offlineModel: StreamingLanguageModel = {
  name: 'offline',
  async complete(completion, signal) {
    signal.throwIfAborted()
    return answerTo(completion)
  },
  async *stream(completion, signal): AsyncGenerator<AnswerPart> {
    const { text, stopReason } = answerTo(completion)
    for (const word of text.split(/(?<=\s)/)) {
      signal.throwIfAborted()
      yield { text: word }
    }
    yield { stopReason }
  },
}
