import { expect, it } from 'vitest'
import { extractiveAnswer, plainTerms } from '../../../layers/search/src/answers/extractive-answer.ts'

const answerTo = async (question: string, ...lines: readonly string[]): Promise<string[]> => {
  const passages = [{ id: 'w1', text: ['Catching up (5 June 2026)', ...lines].join('\n'), createdAt: null }]
  const statements: string[] = []
  const material = { question, standalone: question, history: [], passages }
  for await (const { text } of extractiveAnswer.claims(material, AbortSignal.timeout(1_000))) statements.push(text)
  return statements
}

it.each([
  ['another form of the verb', 'What did Boris break in June 2026?', ['Boris has broken an arm.'], 0],
  ['the named speaker', 'What did Caroline research?', ['User: Caroline: Nice day. I researched dune plants.'], 1],
  ['a pronoun after the name', 'Where does Mira work?', ['User: Mira called. She works at the opera.'], 1],
])('an extractive answer may contain %s', async (_, question, lines, index) => {
  const sentences = lines[0]!.replace(/^User: /, '').split(/(?<=\.) /)
  expect(await answerTo(question, ...lines)).toEqual([sentences[index]])
})

it.each([
  ['another person', 'How many nights did Katya stay in Oslo?', 'User: Anna stayed 19 nights in Oslo.'],
  [
    'the same person in another place',
    'How many nights did Anna stay in Oslo?',
    'User: Anna stayed 3 nights in Turin.',
  ],
  ['the same names, without an answer', 'Why does Rosa move to Dublin?', 'User: Rosa stayed 7 nights in Dublin.'],
  [
    'a person named much earlier',
    'What did Katya buy?',
    'User: Katya called. It rained. Anna bought a kayak with her savings.',
  ],
])('an extractive answer excludes %s', async (_, question, line) => {
  expect(await answerTo(question, line)).toEqual([])
})

it('an extractive answer matches all forms of a verb', () => {
  expect(plainTerms('has broken, was paid, went, bought')).toEqual(plainTerms('break pay go buy'))
})
