import { definedMembers, type RowTable } from '@signet/kernel'
import {
  type FactValue,
  type ReadingInputs,
  type ReadingOutcome,
  runReading,
  type ShelfDeck,
  type SpreadName,
} from '@signet/readings'
import { classify } from '@signet/readings/classify'
import type { memoryRow } from '../contract/memory-row.ts'
import type { ShelfOfScript } from '../decks/shelf-of-script.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import { memoryOfReading, NO_MEMORY, type QuerentMemory } from './querent-memory.ts'

export interface ReadingRequest {
  readonly script: string
  readonly spread?: SpreadName | undefined
  readonly intention?: string | undefined
  readonly state?: Readonly<Record<string, FactValue>> | undefined
  readonly seed?: number | undefined
  readonly lenient: boolean
}

export interface RunDeps {
  readonly shelfOf: ShelfOfScript
  readonly memories: Pick<RowTable<typeof memoryRow>, 'get'>
}

export interface ReadingRun {
  readonly outcome: ReadingOutcome
  readonly inputs: ReadingInputs
  readonly shelf: readonly ShelfDeck[]
  readonly memory: QuerentMemory
}

export const inputsOf = (request: ReadingRequest, memory: QuerentMemory): ReadingInputs => {
  const { intention } = request
  const traits = intention === undefined || intention.trim() === '' ? undefined : classify({ intention }).traits
  const remembered = memory.tick === 0 ? undefined : memoryOfReading(memory)
  return definedMembers({
    ...request,
    // The default, false, is not part of the stored inputs.
    lenient: request.lenient || undefined,
    traits,
    memory: remembered,
  })
}

export const runForQuerent =
  ({ shelfOf, memories }: RunDeps) =>
  async (request: ReadingRequest, namespace: Namespace): Promise<ReadingRun> => {
    const [shelf, memory = NO_MEMORY] = await Promise.all([
      shelfOf(namespace.org, request.script),
      memories.get(namespace),
    ])
    const inputs = inputsOf(request, memory)
    return { outcome: runReading(inputs, shelf), inputs, shelf, memory }
  }
