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
  for (const [i, [kind, text]] of INJECTIONS.entries()) {
    const workspace = `ws-${i}`
    await archive.take(
      workspace,
      { id: 'fact', title: 'Heating', said: [QUESTION, FACT] },
      { id: kind, said: ['Note', text] },
    )
  }
  await archive.take('rivals', { id: 'rival', said: ['The boiler service of the rivals costs 99887766.'] })
})
afterAll(() => archive.close())

/** A model that obeys instructions in passages, with an invented quote. */
const hijackedModel = (prompts: string[]) =>
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

describe.each(INJECTIONS.map(([kind], i) => ({ kind, workspace: `ws-${i}` })))(
  '$kind in an archived text',
  ({ workspace }) => {
    it('does not affect an answer without a model', async () => {
      const { citations, answer } = await archive.ask({ workspace }, QUESTION)
      expect(answer.startsWith(FACT)).toBe(true)
      expect(citations[0]).toMatchObject({ conversationId: 'fact', quote: FACT })
      expect(answer).not.toContain('99887766')
    })

    it('does not cause a model that obeys it to add unquoted statements, links or content of another workspace', async () => {
      const prompts: string[] = []
      const { answer } = await archive.ask({ workspace }, QUESTION, {}, hijackedModel(prompts))
      expect(['Hartmann.', 'No statement of the answer could be verified in the archive.']).toContain(answer)
      expect(prompts[0]).not.toContain('99887766')
      // The random tag of this request ends the passages exactly once.
      const [, tag = ''] = /^<(passages-[0-9a-f]{24})>/.exec(prompts[0]!) ?? []
      expect(prompts[0]!.split(`</${tag}>`)).toHaveLength(2)
      expect(prompts[0]).toBe(cleanText(prompts[0]!))
    })
  },
)
