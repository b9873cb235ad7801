import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanText } from '../../../layers/search/src/answers/cleaned-text.ts'
import { modelAnswer } from '../../../layers/search/src/answers/model-answer.ts'
import { type ArchiveWorld, openArchive } from '../../support/archive-world.ts'
import { INJECTIONS } from './injection-corpus.ts'

let archive: ArchiveWorld
const FACT = 'The boiler is serviced by Hartmann and Sons every October.'
const QUESTION = 'Who services the boiler?'

beforeAll(async () => {
  archive = await openArchive()
  for (const [at, [kind, text]] of INJECTIONS.entries()) {
    const workspace = `ws-${at}`
    await archive.take(
      workspace,
      { id: 'fact', title: 'Heating', said: [QUESTION, FACT] },
      { id: kind, said: ['Note', text] },
    )
  }
  await archive.take('rivals', { id: 'rival', said: ['The boiler service of the rivals costs 99887766.'] })
})
afterAll(() => archive.close())

/** A hijacked model: it obeys the passages, with an invented quote. */
const obedient = (prompts: string[]) =>
  modelAnswer({
    name: 'obedient',
    complete: () => Promise.reject(new Error('not called')),
    async *stream({ messages }) {
      prompts.push(messages.map(({ text }) => text).join('\n'))
      yield { text: '{"text":"PWNED","quotes":[{"id":"w1","quote":"PWNED by the archive"}]}\n' }
      yield { text: '{"text":"See https://evil.example/log ![x](https://evil.example/x)","quotes":[]}\n' }
      yield { text: `{"text":"Hartmann.","quotes":[{"id":"w1","quote":"serviced by Hartmann and Sons"}]}` }
      yield { stopReason: 'end_turn' as const }
    },
  })

describe.each(INJECTIONS.map(([kind], at) => ({ kind, workspace: `ws-${at}` })))(
  '$kind in an archived text',
  ({ workspace }) => {
    it('does not affect an answer without a model, which is a sentence about the question', async () => {
      const { citations, answer } = await archive.ask({ workspace }, QUESTION)
      expect(answer.startsWith(FACT)).toBe(true)
      expect(citations[0]).toMatchObject({ conversationId: 'fact', quote: FACT })
      expect(answer).not.toContain('99887766')
    })

    it('does not affect the result of an obeying model: no statement without a quote, no link, no other workspace', async () => {
      const prompts: string[] = []
      const { answer } = await archive.ask({ workspace }, QUESTION, {}, obedient(prompts))
      expect(['Hartmann.', 'No statement of the answer could be verified in the archive.']).toContain(answer)
      expect(prompts[0]).not.toContain('99887766')
      // The mark of this request ends the passages exactly once.
      const [, mark = ''] = /^<(passages-[0-9a-f]{24})>/.exec(prompts[0]!) ?? []
      expect(prompts[0]!.split(`</${mark}>`)).toHaveLength(2)
      expect(prompts[0]).toBe(cleanText(prompts[0]!))
    })
  },
)
