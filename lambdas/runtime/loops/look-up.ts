import type { RowTable } from '@signet/kernel'
import type { TickInput } from '@signet/readings'
import type { memoryRow } from '../contract/memory-row.ts'
import { namespaceOfLoop } from './inscribe-loop.ts'
import type { StoredLoop } from './loop-table.ts'

/**
 * What an interview finds out by itself: the best of its questions that the querent has answered before an earlier inscribed
 * reading. Without one it asks.
 */
export const lookUp =
  ({ memories }: { readonly memories: Pick<RowTable<typeof memoryRow>, 'get'> }) =>
  async (loop: StoredLoop): Promise<TickInput> => {
    if (!loop.tools.includes('recall')) return {}
    const memory = await memories.get(namespaceOfLoop(loop))
    const givenFacts = memory?.given ?? {}
    const question = loop.state.questions.find(({ fact }) => Object.hasOwn(givenFacts, fact))
    const given = question && givenFacts[question.fact]
    if (question === undefined || given === undefined) return {}
    const { value, since } = given
    const summary = `${question.fact} is ${JSON.stringify(value)}, as told since ${since.slice(0, 10)}`
    return {
      answers: { [question.fact]: value },
      tool: { name: 'recall' },
      result: { ok: true, summary },
      goesOn: true,
    }
  }

export type LookUp = ReturnType<typeof lookUp>
