import { type Clock, Refusal, type RowTable } from '@signet/kernel'
import {
  type AgentRunResult,
  afterRun,
  agentRunSha256,
  bindingsWithReceipt,
  type ConsultFile,
  type ConsultOutcome,
  type ConsultRefusal,
  consultFile,
} from '@signet/readings/consult'
import { sha256Hex } from '@signet/receipts/digest'
import type { roleMemoryRow } from '../contract/agent-rows.ts'
import type { AgentRunBody } from '../contract/agent-schemas.ts'
import { AGENT_RUN } from '../contract/receipt-kinds.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import type { GrimoireEntry, Inscriber, Inscription } from '../readings/inscribe.ts'
import { inscribeOnce } from '../readings/inscribe-once.ts'
import { shortFacts } from '../readings/querent-memory.ts'
import { claimedInputs, publicClaimsOf } from '../readings/reading-claims.ts'
import { plainJson, receiptKey, requestSha256 } from '../readings/request-names.ts'
import { type ConsultationRun, type ConsultDeps, consultRole, ownDeck, roleMemoryKey } from './consult-role.ts'
import type { ProseWriter } from './role-prose.ts'

export interface InscribeConsultationDeps extends ConsultDeps {
  readonly roleMemories: RowTable<typeof roleMemoryRow>
  readonly inscriber: Inscriber
  readonly addProse: ProseWriter
  readonly now: Clock
}

export interface ConsultationToInscribe {
  readonly body: AgentRunBody
  readonly namespace: Namespace
  readonly key: string | undefined
  readonly firstRun?: ConsultationRun
}

type SuccessfulConsultation = Extract<ConsultOutcome, { ok: true }>

const requestDigestOf = ({ body, namespace }: ConsultationToInscribe): string => requestSha256(namespace, body)

const entryOf = (
  { reading }: SuccessfulConsultation,
  { role, symbolicResponse, analysis }: AgentRunResult,
  intention: string,
  at: string,
) =>
  ({
    spread: reading.spread.name,
    role,
    intention,
    at,
    seed: reading.seed,
    cards: reading.cards.map(({ id, title, severity }) => ({ id, title, severity })),
    questions: analysis.open_questions.length,
    facts: shortFacts(symbolicResponse.facts) as GrimoireEntry['facts'],
  }) satisfies Inscription['entry']

const claimsOf = (
  { reading }: SuccessfulConsultation,
  { role, metadata, response }: AgentRunResult,
  { inputs: consultInputs }: ConsultFile,
) => {
  const { bound_from, method } = metadata
  return {
    role,
    ...publicClaimsOf(reading),
    intention: consultInputs.intention,
    ...claimedInputs(consultInputs),
    ...(bound_from !== undefined && { bound_from }),
    ...(method === 'model' && { prose_sha256: sha256Hex(response) }),
  }
}

/** Returns the write of the role's memory, which fails if another run changed the memory in the meantime. */
const memorySteps = (
  { roleMemories }: InscribeConsultationDeps,
  namespace: Namespace,
  { record, shelf }: ConsultationRun,
  { remembered, result }: SuccessfulConsultation,
  at: string,
) => {
  const { role } = result
  const deck = ownDeck(role, shelf)
  const key = roleMemoryKey(namespace, role)
  return (hash: string) => {
    const bindings = bindingsWithReceipt(result, hash)
    const run = { hash, at, ...remembered, ...(bindings && { bindings }) }
    const next = plainJson({ role, ...afterRun(deck, record, run) }) as never
    const { steps } = roleMemories
    if (record === undefined) return [steps.putNew(key, next)]
    return [steps.replace(key, next, { tick: record.tick, reports: record.reports })]
  }
}

/**
 * Stores the result and issues its receipt in one attempt.
 * @throws ReceiptStepsRefused if a concurrent run of the role committed first
 */
const attemptInscription = async (
  deps: InscribeConsultationDeps,
  toInscribe: ConsultationToInscribe,
  requestDigest: string,
  consultation: ConsultationRun,
  outcome: SuccessfulConsultation,
) => {
  const { namespace, body } = toInscribe
  const result = await deps.addProse(outcome.result, body.intention)
  const at = deps.now().toISOString()
  const file = await consultFile(consultation.consultInputs, consultation.shelf, { ...outcome, result })
  const issued = await deps.inscriber.inscribe({
    kind: AGENT_RUN,
    namespace,
    request: requestDigest,
    file,
    entry: entryOf(outcome, result, body.intention, at),
    key: receiptKey('agent.run', toInscribe, requestDigest, consultation.record?.tick ?? 0),
    claims: claimsOf(outcome, result, file),
    subject: { sha256: agentRunSha256(result) },
    steps: memorySteps(deps, namespace, consultation, outcome, at),
  })
  return issued instanceof Refusal ? issued : { ...issued, file }
}

/**
 * Consults a role, stores the result, issues its receipt and updates the role's memory, once per idempotency key. If a
 * concurrent run of the role commits first, the consultation is repeated with the updated memory.
 */
export const inscribeConsultation = (deps: InscribeConsultationDeps) => {
  const once = inscribeOnce(deps.inscriber)
  const consult = consultRole(deps)
  return (toInscribe: ConsultationToInscribe) => {
    const { namespace, body, key } = toInscribe
    const requestDigest = requestDigestOf(toInscribe)
    // With a key from the caller, the tick (0) has no effect.
    const idempotencyKey = key === undefined ? undefined : receiptKey('agent.run', toInscribe, requestDigest, 0)
    let firstRun = toInscribe.firstRun
    return once<ConsultFile, ConsultRefusal>(
      { org: namespace.org, request: requestDigest, idempotencyKey },
      async () => {
        const run = firstRun ?? (await consult(body, namespace))
        // A repeated attempt consults again, with the memory that has changed.
        firstRun = undefined
        return run.outcome.ok
          ? attemptInscription(deps, toInscribe, requestDigest, run, run.outcome)
          : { refused: run.outcome.refusal }
      },
    )
  }
}
