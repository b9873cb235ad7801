import { join } from 'node:path'
import { loadShelf, type Reading, runReading, SPREADS, type TraceEntry } from '@signet/readings'
import { classify } from '@signet/readings/classify'
import { expect, test } from 'vitest'
import { ROOT } from '../../../support/source-files.ts'

interface Interview {
  totalWeightOf(raw: Reading & { readonly trace: readonly TraceEntry[] }): number
  nextQuestion(raw: object, requests: readonly object[]): { readonly fact: string } | undefined
  questionReason(question: object, cards: readonly object[]): string
}

const interview = async (): Promise<Interview> => await import(join(ROOT, 'bin/runtime/interview.ts'))

const intention = 'Receive Stripe webhooks and mark orders as paid'

/** Runs a spread over an intention and returns the service's response. */
const rawOf = async (script: string) => {
  const outcome = runReading(
    { script, intention, lenient: true, traits: classify({ intention }).traits },
    await loadShelf(script),
  )
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  const { reading, trace, stakes } = outcome
  return { raw: { ...reading, trace }, stakes }
}

test("the total weight that the program computes never exceeds the engine's, so no decisive question is omitted", async () => {
  const { totalWeightOf } = await interview()
  const questionsPerSeed = await Promise.all(
    SPREADS.map(async ({ name, script }) => {
      const { raw, stakes } = await rawOf(script)
      return { name, share: stakes === 0 ? 1 : totalWeightOf(raw) / stakes }
    }),
  )
  expect(questionsPerSeed.filter(({ share }) => share > 1)).toEqual([])
  expect(questionsPerSeed.find(({ name }) => name === 'threat_model')?.share).toBe(1)
})

test('the most decisive question comes first, none repeats, and light questions are omitted', async () => {
  const { nextQuestion } = await interview()
  const question = (fact: string, decides: number) => ({ fact, decides, ask: `${fact}?`, type: 'yes/no' })
  const card = (id: string, weight: number) => ({ id, deck: 'd', position: 'p', weight })
  const raw = {
    cards: [card('a', 60)],
    positions: [{ name: 'p' }],
    trace: [
      {
        position: 'p',
        candidates: [
          { id: 'a', weight: 60 },
          { id: 'b', weight: 40 },
        ],
      },
    ],
    questions: [question('large', 20), question('small', 6), question('least', 5), question('nothing', 0)],
  }
  const facts: (string | undefined)[] = []
  const requests: object[] = []
  for (let next = nextQuestion(raw, requests); next; next = nextQuestion(raw, requests)) {
    facts.push(next.fact)
    requests.push(next)
  }
  expect(facts).toEqual(['large', 'small'])
})

test('reasons list the cards whose condition names the fact, not a fact with the same prefix', async () => {
  const { questionReason } = await interview()
  const cards = ['store = none', 'not stored', 'a and store is known', 'has_store'].map((when, at) => ({
    when,
    title: `T${at}`,
  }))
  expect(questionReason({ fact: 'store', decides: 7 }, cards)).toBe('It decides whether this applies: T0; T2.')
  expect(questionReason({ fact: 'other', decides: 7 }, cards)).toBe('It decides over a weight of 7.')
})
