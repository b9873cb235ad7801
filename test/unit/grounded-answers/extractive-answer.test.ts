import { expect, it } from 'vitest'
import { extractiveAnswer, plainTerms } from '../../../layers/search/src/answers/extractive-answer.ts'

const answerTo = async (question: string, ...lines: readonly string[]): Promise<string[]> => {
  const passages = [{ id: 'w1', text: ['Catching up (5 June 2026)', ...lines].join('\n'), createdAt: null }]
  const said: string[] = []
  const material = { question, standalone: question, history: [], passages }
  for await (const { text } of extractiveAnswer.claims(material, AbortSignal.timeout(1_000))) said.push(text)
  return said
}

it.each([
  ['another form of the verb', 'What did Boris break in June 2026?', ['Boris has broken an arm.'], 0],
  ['the one who says it', 'What did Caroline research?', ['User: Caroline: Nice day. I researched dune plants.'], 1],
  ['a pronoun after the name', 'Where does Mira work?', ['User: Mira called. She works at the opera.'], 1],
])('an answer may name %s', async (_, question, lines, at) => {
  const sentences = lines[0]!.replace(/^User: /, '').split(/(?<=\.) /)
  expect(await answerTo(question, ...lines)).toEqual([sentences[at]])
})

it.each([
  ['another person', 'How many nights did Katya stay in Oslo?', 'User: Anna stayed 19 nights in Oslo.'],
  [
    'the same person in another place',
    'How many nights did Anna stay in Oslo?',
    'User: Anna stayed 3 nights in Turin.',
  ],
  [
    'the same names, and nothing that was asked',
    'Why does Rosa move to Dublin?',
    'User: Rosa stayed 7 nights in Dublin.',
  ],
  [
    'somebody who was named far before',
    'What did Katya buy?',
    'User: Katya called. It rained. Anna bought a kayak with her savings.',
  ],
])('of %s it says nothing', async (_, question, line) => {
  expect(await answerTo(question, line)).toEqual([])
})

it('takes all forms of a verb as one', () => {
  expect(plainTerms('has broken, was paid, went, bought')).toEqual(plainTerms('break pay go buy'))
})
