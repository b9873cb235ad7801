import { type Clock, type Log, Refusal, type RowTable } from '@signet/kernel'
import {
  type Reading,
  type ReadingFile,
  type ReadingOutcome,
  type ReadingRefusal,
  readingSha256,
  replayInputs,
} from '@signet/readings'
import type { memoryRow } from '../contract/memory-row.ts'
import { PUBLIC_READING, READING } from '../contract/receipt-kinds.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import type { GrimoireEntry, Inscriber, Inscription } from './inscribe.ts'
import { type InscribedFile, inscribeOnce, type NotInscribed } from './inscribe-once.ts'
import { NO_MEMORY, remembered, shortFacts } from './querent-memory.ts'
import { privateClaimsOf, publicClaimsOf } from './reading-claims.ts'
import { receiptKey, requestSha256 } from './request-names.ts'
import { type DoneReading, type ReadingRequest, type RunDeps, runForQuerent } from './run-for-querent.ts'

export interface InscribeReadingDeps extends RunDeps {
  readonly memories: RowTable<typeof memoryRow>
  readonly inscriber: Inscriber
  readonly now: Clock
  readonly log: Pick<Log, 'info'>
}

export interface ReadingToInscribe {
  readonly wanted: ReadingRequest
  readonly namespace: Namespace
  readonly isPublic: boolean
  readonly key: string | undefined
}

export type InscribedReading = InscribedFile<ReadingFile>

type Outcome = InscribedReading | { readonly refused: ReadingRefusal } | NotInscribed

type Good = Extract<ReadingOutcome, { ok: true }>

const requestOf = ({ wanted, namespace, isPublic }: ReadingToInscribe): string =>
  requestSha256(namespace, { ...wanted, isPublic })

export const entryOfReading = (
  { spread, seed, cards, questions, facts }: Reading,
  intention: string | undefined,
  at: string,
) =>
  ({
    spread: spread.name,
    intention: intention ?? '',
    at,
    seed,
    cards: cards.map(({ id, title, severity }) => ({ id, title, severity })),
    questions: questions.length,
    facts: shortFacts(facts) as GrimoireEntry['facts'],
  }) satisfies Inscription['entry']

const memoryStep = (
  deps: InscribeReadingDeps,
  { namespace, wanted }: ReadingToInscribe,
  done: DoneReading,
  reading: Reading,
  at: string,
) => {
  const key = { org: namespace.org, place: namespace.place }
  const next = remembered(done.memory, { reading, state: wanted.state ?? {}, at })
  const { steps } = deps.memories
  return done.memory === NO_MEMORY ? steps.putNew(key, next) : steps.replace(key, next, { tick: done.memory.tick })
}

/**
 * Makes one attempt.
 * @throws ReceiptStepsRefused if the memory changed concurrently
 */
const tried = async (
  deps: InscribeReadingDeps,
  asked: ReadingToInscribe,
  request: string,
  done: DoneReading,
  { reading }: Good,
) => {
  const at = deps.now().toISOString()
  const file: ReadingFile = { inputs: await replayInputs(done.inputs, done.shelf), reading }
  const work = {
    namespace: asked.namespace,
    request,
    file,
    entry: entryOfReading(reading, asked.wanted.intention, at),
    key: receiptKey('reading', asked, request, done.memory.tick),
    subject: { sha256: readingSha256(reading) },
    steps: () => [memoryStep(deps, asked, done, reading, at)],
  }
  const { inscribe } = deps.inscriber
  const issued = asked.isPublic
    ? await inscribe({ ...work, kind: PUBLIC_READING, claims: publicClaimsOf(reading) })
    : await inscribe({ ...work, kind: READING, claims: privateClaimsOf(reading, file.inputs) })
  return issued instanceof Refusal ? issued : { ...issued, file }
}

/**
 * Runs a reading, stores it and issues its receipt, in this order and once per key. An interrupted request leaves
 * nothing visible, and a repeated one returns the first result.
 */
export const inscribeReading = (deps: InscribeReadingDeps) => {
  const once = inscribeOnce(deps.inscriber)
  const run = runForQuerent(deps)
  return (asked: ReadingToInscribe): Promise<Outcome> => {
    const { namespace, wanted, key } = asked
    const request = requestOf(asked)
    const named = key === undefined ? undefined : receiptKey('reading', asked, request, 0)
    return once<ReadingFile, ReadingRefusal>({ org: namespace.org, request, named }, async () => {
      const done = await run(wanted, namespace)
      return done.outcome.ok ? tried(deps, asked, request, done, done.outcome) : { refused: done.outcome.refusal }
    })
  }
}
