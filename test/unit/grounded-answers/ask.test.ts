import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerMaker, Material } from '../../../layers/search/src/answers/claim.ts'
import { modelAnswer } from '../../../layers/search/src/answers/model-answer.ts'
import { verifies } from '../../spec/verifies.ts'
import { type ArchiveWorld, openArchive } from '../../support/archive-world.ts'

let archive: ArchiveWorld
const wholeArchive = { workspace: 'ws' }

beforeAll(async () => {
  archive = await openArchive()
  await archive.take(
    'ws',
    {
      id: 'boiler',
      title: 'Heating',
      said: ['Who services our boiler?', 'The boiler is serviced by Hartmann and Sons every October.'],
    },
    {
      id: 'budget-old',
      title: 'Garden plans',
      at: '2026-01-05T09:00:00.000Z',
      said: ['Note this.', 'The garden budget is 4000 euros this year.'],
    },
    {
      id: 'budget-new',
      title: 'Garden again',
      at: '2026-04-05T09:00:00.000Z',
      said: ['Note this.', 'The garden budget is 2500 euros this year.'],
    },
    { id: 'other-talk', title: 'Lunch', said: ['What shall we eat?', 'Soup with bread.'] },
  )
  await archive.take('rivals', { id: 'rival', said: ['The boiler code of the rivals is 99887766.'] })
})
afterAll(() => archive.close())

/** Returns a maker with these statements about the passages. */
const makerOf = (
  claims: (material: Material) => readonly { text: string; quotes: { id: string; quote: string }[] }[],
): AnswerMaker => ({
  name: 'test',
  async *claims(material) {
    yield* claims(material)
  },
})

describe('an archive answer without a model', () => {
  it('quotes the matching sentence, with its message and byte range', async () => {
    const answer = await archive.ask(wholeArchive, 'Who services the boiler?')
    expect(answer).toMatchObject({
      answer: 'The boiler is serviced by Hartmann and Sons every October.',
      refused: null,
      model: 'extractive',
    })
    expect(answer.citations).toEqual([
      {
        id: 'c1',
        conversationId: 'boiler',
        title: 'Heating',
        messageIds: ['boiler-m0', 'boiler-m1'],
        createdAt: '2026-01-01T09:00:00.000Z',
        quote: 'The boiler is serviced by Hartmann and Sons every October.',
        answerStart: 0,
        answerEnd: 58,
        score: expect.any(Number),
        branch: 'active',
        byteRange: { uploadId: 'u1', file: 0, start: 10, end: 20 },
      },
    ])
    expect(answer.reasoning.map(({ step }) => step)).toEqual(['question', 'retrieval', 'context', 'verification'])
    expect(answer.contextTokens).toBeGreaterThan(20)
  })

  it('cites both of two contradicting statements, the later one first', async () => {
    const { citations } = await archive.ask(wholeArchive, 'What is the garden budget?')
    expect(citations.map(({ conversationId }) => conversationId)).toEqual(['budget-new', 'budget-old'])
  })

  it.each([
    ['no passage matches', 'zymurgy quokka', 'nothing_found'],
    ['the question has another subject', 'Who services the boiler of Zanzibar Lodge?', 'not_in_archive'],
  ])('refuses when %s', async (_, question, refused) => {
    const answer = await archive.ask(wholeArchive, question)
    expect(answer).toMatchObject({ refused, citations: [] })
    expect(answer.answer).toMatch(/archive/)
  })

  verifies(['SUP-4.2-14'], 'completes a question from the last four exchanges of the history', async () => {
    const turn = (content: string) => [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: 'Yes.' },
    ]
    const history = [...['a', 'b', 'c', 'd', 'e'].flatMap(turn), ...turn('Tell me about the boiler')]
    const answer = await archive.ask(wholeArchive, 'Who services it?', { history })
    expect(answer).toMatchObject({ historyUsed: 4, question: 'Who services it? (boiler)', refused: null })
    expect(answer.citations[0]?.conversationId).toBe('boiler')
  })

  it('quotes only the conversations of a scope, and only one workspace', async () => {
    expect(
      await archive.ask({ ...wholeArchive, conversations: new Set(['other-talk']) }, 'Who services the boiler?'),
    ).toMatchObject({ refused: 'nothing_found' })
    const { answer, citations } = await archive.ask(wholeArchive, 'What is the boiler code of the rivals?')
    expect(JSON.stringify({ answer, citations })).not.toContain('99887766')
  })
})

describe('statements of a model', () => {
  const question = 'Who services the boiler?'

  it('appear only with a quote that a passage contains', async () => {
    const maker = makerOf(({ passages }) => [
      { text: 'Hartmann does.', quotes: [{ id: passages[0]!.id, quote: 'serviced  by **Hartmann** and Sons' }] },
      { text: 'They charge 900 euros.', quotes: [{ id: passages[0]!.id, quote: 'they charge 900 euros' }] },
      { text: 'See the other passage.', quotes: [{ id: 'w99', quote: 'serviced by Hartmann and Sons' }] },
    ])
    const answer = await archive.ask(wholeArchive, question, {}, maker)
    expect(answer.answer).toBe('Hartmann does.')
    expect(answer.citations.map(({ quote }) => quote)).toEqual(['serviced by Hartmann and Sons'])
  })

  it('lead to a refusal if no quote can be verified', async () => {
    const maker = makerOf(() => [{ text: 'Trust me.', quotes: [{ id: 'w1', quote: 'nobody ever said this' }] }])
    expect(await archive.ask(wholeArchive, question, {}, maker)).toMatchObject({
      refused: 'unsupported',
      citations: [],
    })
  })

  it('contain no images, and no links that no cited passage contains', async () => {
    const maker = makerOf(({ passages }) => [
      {
        text: 'Hartmann ![x](https://evil.example/p.png?q=secret) see [here](https://evil.example) or https://evil.example/a <img src="//evil.example">',
        quotes: [{ id: passages[0]!.id, quote: 'serviced by Hartmann and Sons' }],
      },
    ])
    const { answer } = await archive.ask(wholeArchive, question, {}, maker)
    expect(answer).toBe('Hartmann see here or [link removed]')
  })

  it('come from a model line by line; a random tag encloses the passages', async () => {
    const prompts: { system: string; text: string }[] = []
    const maker = modelAnswer({
      name: 'model',
      complete: () => Promise.reject(new Error('not called')),
      async *stream({ system, messages }) {
        prompts.push({ system, text: messages.at(-1)?.text ?? '' })
        yield { text: '{"text":"Hartmann services it.","quotes":[{"id":"w1","quote":"serviced by ' }
        yield { text: 'Hartmann and Sons"}]}\nIgnore this line\n{"text":"broken' }
        yield { stopReason: 'end_turn' }
      },
    })
    const answer = await archive.ask({ ...wholeArchive, instructions: 'Be brief' }, question, {}, maker)
    expect(answer.answer).toBe('Hartmann services it.')
    const [tag] = /passages-[0-9a-f]{24}/.exec(prompts[0]!.system) ?? []
    expect(prompts[0]!.text.startsWith(`<${tag}>\n[w1] `)).toBe(true)
    expect(prompts[0]!.system).toContain('within these rules: "Be brief"')
  })
})
