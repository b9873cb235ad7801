import { type Clock, Refusal, type RowTable } from '@signet/kernel'
import { type LoopEvent, type ReadingFile, readingSha256, replayInputs, type ShelfDeck } from '@signet/readings'
import { sha256Hex } from '@signet/receipts/digest'
import { ReceiptStepsRefused } from '@signet/receipts/issuing'
import type { memoryRow } from '../contract/memory-row.ts'
import { READING } from '../contract/receipt-kinds.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'
import { entryOfReading } from '../readings/inscribe-reading.ts'
import { memoryAfter, NO_MEMORY } from '../readings/querent-memory.ts'
import { privateClaimsOf } from '../readings/reading-claims.ts'
import type { LoopTable, StoredLoop } from './loop-table.ts'

export interface InscribeLoopDeps {
  readonly memories: RowTable<typeof memoryRow>
  readonly inscriber: Pick<Inscriber, 'inscribe'>
  readonly loops: LoopTable
  readonly now: Clock
}

export interface LastStep {
  readonly before: StoredLoop
  readonly next: StoredLoop
  readonly events: readonly LoopEvent[]
  readonly shelf: readonly ShelfDeck[]
}

const ATTEMPTS_MAX = 5

export const namespaceOfLoop = ({ org, namespaceId, querent }: StoredLoop): Namespace => ({ org, namespaceId, querent })

const withHash = (events: readonly LoopEvent[], hash: string): readonly LoopEvent[] =>
  events.map((event) => (event.type === 'done' ? { ...event, data: { reading_hash: hash, ...event.data } } : event))

/** Writes the step, the reading, the querent's memory and the receipt in one transaction. */
const attemptInscription = async (
  { memories, inscriber, loops, now }: InscribeLoopDeps,
  step: LastStep,
  file: ReadingFile,
) => {
  const { before, next, events } = step
  const { reading } = file
  const namespace = namespaceOfLoop(next)
  const key = { org: namespace.org, namespaceId: namespace.namespaceId }
  const { state = {}, intention } = next.state.inputs
  const at = now().toISOString()
  const memory = await memories.get(key)
  const after = memoryAfter(memory ?? NO_MEMORY, { reading, state, at })
  const memoryStep = memory
    ? memories.steps.replace(key, after, { tick: memory.tick })
    : memories.steps.putNew(key, after)
  return inscriber.inscribe({
    kind: READING,
    namespace,
    file,
    key: `loop:${next.state.id}`,
    request: sha256Hex(`loop\n${next.state.id}`),
    subject: { sha256: readingSha256(reading) },
    claims: privateClaimsOf(reading, file.inputs),
    entry: {
      ...entryOfReading(reading, intention, at),
      ...(next.role !== undefined && { role: next.role }),
    },
    steps: (hash) => [...loops.steps(before, { ...next, hash }, withHash(events, hash)), memoryStep],
  })
}

/**
 * Writes the last step of an interview: stores and signs its reading and updates the querent's memory. Returns false if
 * a concurrent step was written first. The reading is not repeated, so that users get the one that they saw.
 */
export const inscribeLoop =
  (deps: InscribeLoopDeps) =>
  async (step: LastStep): Promise<boolean | Refusal<'receipt_conflict'>> => {
    const { inputs, reading } = step.next.state
    const file: ReadingFile = { inputs: await replayInputs(inputs, step.shelf), reading }
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      try {
        const issued = await attemptInscription(deps, step, file)
        return issued instanceof Refusal ? issued : issued.isNew
      } catch (error) {
        if (!(error instanceof ReceiptStepsRefused)) throw error
        const current = await deps.loops.find(step.before.org, step.before.state.id)
        if (current?.state.seq !== step.before.state.seq) return false
      }
    }
    throw new Error(`The memory of a querent changed on every attempt: ${step.before.state.id}`)
  }
