import type { RowTable } from '@signet/kernel'
import type { TickInput } from '@signet/readings'
import type { memoryRow } from '../contract/memory-row.ts'
import { namespaceOfLoop } from './inscribe-loop.ts'
import type { StoredLoop } from './loop-table.ts'

/** Returns an answer to the first open question that the querent's memory can answer, or an empty input. */
export const answerFromMemory =
  ({ memories }: { readonly memories: Pick<RowTable<typeof memoryRow>, 'get'> }) =>
  async (loop: StoredLoop): Promise<TickInput> => {
    if (!loop.tools.includes('recall')) return {}
    const memory = await memories.get(namespaceOfLoop(loop))
    const givenFacts = memory?.given ?? {}
    const question = loop.state.questions.find(({ fact }) => Object.hasOwn(givenFacts, fact))
    const knownFact = question && givenFacts[question.fact]
    if (question === undefined || knownFact === undefined) return {}
    const { value, since } = knownFact
    const summary = `${question.fact} is ${JSON.stringify(value)}, given since ${since.slice(0, 10)}`
    return {
      answers: { [question.fact]: value },
      tool: { name: 'recall' },
      result: { ok: true, summary },
      shouldContinue: true,
    }
  }

export type AnswerFromMemory = ReturnType<typeof answerFromMemory>
