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
import { type InscribedFile, type InscriptionRefusal, inscribeOnce } from './inscribe-once.ts'
import { memoryAfter, NO_MEMORY, shortFacts } from './querent-memory.ts'
import { privateClaimsOf, publicClaimsOf } from './reading-claims.ts'
import { receiptKey, requestSha256 } from './request-names.ts'
import { type ReadingRequest, type ReadingRun, type RunDeps, runForQuerent } from './run-for-querent.ts'

export interface InscribeReadingDeps extends RunDeps {
  readonly memories: RowTable<typeof memoryRow>
  readonly inscriber: Inscriber
  readonly now: Clock
  readonly log: Pick<Log, 'info'>
}

export interface ReadingToInscribe {
  readonly readingRequest: ReadingRequest
  readonly namespace: Namespace
  readonly isPublic: boolean
  readonly key: string | undefined
}

export type InscribedReading = InscribedFile<ReadingFile>

type Outcome = InscribedReading | { readonly refused: ReadingRefusal } | InscriptionRefusal

type SuccessfulReading = Extract<ReadingOutcome, { ok: true }>

const requestDigestOf = ({ readingRequest, namespace, isPublic }: ReadingToInscribe): string =>
  requestSha256(namespace, { ...readingRequest, isPublic })

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
  { namespace, readingRequest }: ReadingToInscribe,
  readingRun: ReadingRun,
  reading: Reading,
  at: string,
) => {
  const key = { org: namespace.org, namespaceId: namespace.namespaceId }
  const next = memoryAfter(readingRun.memory, { reading, state: readingRequest.state ?? {}, at })
  const { steps } = deps.memories
  return readingRun.memory === NO_MEMORY
    ? steps.putNew(key, next)
    : steps.replace(key, next, { tick: readingRun.memory.tick })
}

/**
 * Stores the reading and issues its receipt in one attempt.
 * @throws ReceiptStepsRefused if the memory changed concurrently
 */
const attemptInscription = async (
  deps: InscribeReadingDeps,
  toInscribe: ReadingToInscribe,
  requestDigest: string,
  readingRun: ReadingRun,
  { reading }: SuccessfulReading,
) => {
  const at = deps.now().toISOString()
  const file: ReadingFile = { inputs: await replayInputs(readingRun.inputs, readingRun.shelf), reading }
  const inscription = {
    namespace: toInscribe.namespace,
    request: requestDigest,
    file,
    entry: entryOfReading(reading, toInscribe.readingRequest.intention, at),
    key: receiptKey('reading', toInscribe, requestDigest, readingRun.memory.tick),
    subject: { sha256: readingSha256(reading) },
    steps: () => [memoryStep(deps, toInscribe, readingRun, reading, at)],
  }
  const { inscribe } = deps.inscriber
  const issued = toInscribe.isPublic
    ? await inscribe({ ...inscription, kind: PUBLIC_READING, claims: publicClaimsOf(reading) })
    : await inscribe({ ...inscription, kind: READING, claims: privateClaimsOf(reading, file.inputs) })
  return issued instanceof Refusal ? issued : { ...issued, file }
}

/**
 * Runs a reading, stores it and issues its receipt, once per idempotency key. An interrupted request has no visible
 * effect, and a repeated one returns the first result.
 */
export const inscribeReading = (deps: InscribeReadingDeps) => {
  const once = inscribeOnce(deps.inscriber)
  const run = runForQuerent(deps)
  return (toInscribe: ReadingToInscribe): Promise<Outcome> => {
    const { namespace, readingRequest, key } = toInscribe
    const requestDigest = requestDigestOf(toInscribe)
    // With a key from the caller, the tick (0) has no effect.
    const idempotencyKey = key === undefined ? undefined : receiptKey('reading', toInscribe, requestDigest, 0)
    return once<ReadingFile, ReadingRefusal>(
      { org: namespace.org, request: requestDigest, idempotencyKey },
      async () => {
        const readingRun = await run(readingRequest, namespace)
        return readingRun.outcome.ok
          ? attemptInscription(deps, toInscribe, requestDigest, readingRun, readingRun.outcome)
          : { refused: readingRun.outcome.refusal }
      },
    )
  }
}
