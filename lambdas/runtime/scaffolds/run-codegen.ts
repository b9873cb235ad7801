import { type Caller, type Clock, type NewId, Refusal, refusal, type TableDeps, transact } from '@signet/kernel'
import { ReceiptStepsRefused } from '@signet/receipts/issuing'
import { FLOW } from '../contract/scaffold-receipt.ts'
import type { CodegenBody } from '../contract/scaffold-schemas.ts'
import type { PaidRunGuard } from '../guard/paid-runs.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import type { GrimoireEntry, Inscriber } from '../readings/inscribe.ts'
import { shortFacts } from '../readings/querent-memory.ts'
import { requestSha256 } from '../readings/request-names.ts'
import type { ScaffoldCounts } from '../telemetry/scaffold-counts.ts'
import type { CreatedScaffold, MakeScaffold, ScaffoldRecord, Timings } from './make-scaffold.ts'
import { scaffoldClaimsOf } from './scaffold-claims.ts'
import type { ScaffoldObjects } from './scaffold-objects.ts'
import type { Conversation, ConversationKey, NewRun, ScaffoldRuns } from './scaffold-runs-table.ts'

export interface CodegenDeps extends TableDeps {
  readonly makeScaffold: MakeScaffold
  readonly runPaid: PaidRunGuard
  readonly runs: ScaffoldRuns
  readonly objects: ScaffoldObjects
  readonly inscriber: Pick<Inscriber, 'inscribe' | 'read'>
  readonly counts: ScaffoldCounts
  readonly now: Clock
  readonly newId: NewId
}

export interface ScaffoldRequest {
  readonly caller: Caller
  readonly namespace: Namespace
  readonly body: CodegenBody
}

export interface GeneratedScaffold {
  readonly runId: number
  readonly file: ScaffoldRecord
  readonly metrics: Timings
  readonly hash: string | undefined
  readonly isReplay: boolean
}

type CodegenRefusal = Refusal<
  'invalid_input' | 'plan_required' | 'quota_exceeded' | 'receipt_conflict' | 'idempotency_mismatch'
>

/** Attempts, because a concurrent scaffold of the organization may take the same run number. */
const ATTEMPTS_MAX = 5

const storageConflict = (): Refusal<'receipt_conflict'> =>
  refusal('receipt_conflict', 'Too many scaffolds of your organization are being stored; try again', {
    headers: { 'retry-after': '1' },
  })

const requestDigestOf = ({ namespace, body }: ScaffoldRequest): string => requestSha256(namespace, { body })

const conversationOf = ({ namespace, body }: ScaffoldRequest): ConversationKey | undefined =>
  body.conversationId === undefined ? undefined : { namespace, id: body.conversationId }

const rowOf = (
  { namespace }: ScaffoldRequest,
  { file, output: scaffoldResult }: CreatedScaffold,
  at: string,
): NewRun => ({
  namespaceId: namespace.namespaceId,
  querent: namespace.querent,
  at,
  pattern: scaffoldResult.pattern,
  pattern_version: scaffoldResult.patternVersion,
  cards: (file.input.cards ?? []).map(({ id }) => id),
})

const entryOf = ({ input, projectType }: ScaffoldRecord, { output: scaffoldResult }: CreatedScaffold, at: string) => ({
  spread: 'scaffold-cast',
  pattern: scaffoldResult.pattern,
  intention: input.intention,
  at,
  seed: input.seed,
  cards: (input.cards ?? []).map(({ id, title, severity }) => ({ id, title, severity })),
  questions: scaffoldResult.envelope.open_questions.length,
  ...(projectType !== undefined && { project_type: projectType }),
  facts: shortFacts(scaffoldResult.emittedFacts) as GrimoireEntry['facts'],
})

/** Returns the scaffold that an earlier request of the conversation created. */
const findEarlier = async (deps: CodegenDeps, codegenRequest: ScaffoldRequest, requestDigest: string) => {
  const key = conversationOf(codegenRequest)
  const row = key && (await deps.runs.conversation(key, requestDigest))
  if (row === undefined || row instanceof Refusal) return row
  return { runId: row.run, file: await fileOf(deps, row), metrics: row.metrics, hash: row.hash, isReplay: true }
}

const fileOf = async ({ inscriber, objects }: CodegenDeps, { object, hash }: Conversation): Promise<ScaffoldRecord> => {
  if (hash !== undefined) return (await inscriber.read({ object, hash })) as ScaffoldRecord
  const file = await objects.read(object)
  if (file === undefined) throw new Error(`The object of a conversation is missing: ${object}`)
  return file
}

/** Stores a scaffold without a receipt. Its files are stored only for a conversation. */
const storeScaffold = async (
  deps: CodegenDeps,
  codegenRequest: ScaffoldRequest,
  requestDigest: string,
  scaffold: CreatedScaffold,
) => {
  const { org } = codegenRequest.namespace
  const key = conversationOf(codegenRequest)
  const { file, metrics } = scaffold
  const object = key && (await deps.objects.store(org, file))
  const row = rowOf(codegenRequest, scaffold, deps.now().toISOString())
  return transact<GeneratedScaffold | CodegenRefusal>(deps, async () => {
    const earlierScaffold = await findEarlier(deps, codegenRequest, requestDigest)
    if (earlierScaffold !== undefined) return { result: earlierScaffold }
    const { run, steps } = await deps.runs.next(org)
    const newConversation =
      key && object !== undefined ? { key, row: { request: requestDigest, object, metrics } } : undefined
    return {
      steps: steps(row, newConversation),
      result: { runId: run, file, metrics, hash: undefined, isReplay: false },
    }
  })
}

/**
 * Stores a scaffold and issues its receipt in one attempt. Returns undefined if a concurrent request took the run
 * number, or the conversation already has a scaffold.
 */
const attemptInscription = async (
  deps: CodegenDeps,
  codegenRequest: ScaffoldRequest,
  requestDigest: string,
  scaffold: CreatedScaffold,
) => {
  const { namespace } = codegenRequest
  const { file, output: scaffoldResult, metrics } = scaffold
  const at = deps.now().toISOString()
  const { run, steps } = await deps.runs.next(namespace.org)
  const key = conversationOf(codegenRequest)
  try {
    const issued = await deps.inscriber.inscribe({
      kind: FLOW,
      namespace,
      request: requestDigest,
      file,
      key: `flow:${deps.newId()}`,
      subject: { sha256: scaffoldResult.subjectSha256 },
      claims: scaffoldClaimsOf(file.input, scaffoldResult),
      entry: entryOf(file, scaffold, at),
      steps: (hash, object) =>
        steps(
          { ...rowOf(codegenRequest, scaffold, at), hash },
          key && { key, row: { request: requestDigest, object, metrics, hash } },
        ),
    })
    if (issued instanceof Refusal) return issued
    return { runId: run, file, metrics, hash: issued.hash, isReplay: false }
  } catch (error) {
    if (error instanceof ReceiptStepsRefused) return undefined
    throw error
  }
}

const inscribeScaffold = async (
  deps: CodegenDeps,
  codegenRequest: ScaffoldRequest,
  requestDigest: string,
  scaffold: CreatedScaffold,
) => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    // `runCodegen` has checked for an earlier scaffold before the first attempt.
    const earlier = attempt === 0 ? undefined : await findEarlier(deps, codegenRequest, requestDigest)
    const generated = earlier ?? (await attemptInscription(deps, codegenRequest, requestDigest, scaffold))
    if (generated !== undefined) return generated
  }
  return storageConflict()
}

/**
 * Creates a scaffold. Writes the object first, then run number, conversation and receipt in one transaction. An
 * interrupted request has no visible effect, and each conversation has one scaffold.
 */
export const runCodegen =
  (deps: CodegenDeps) =>
  async (codegenRequest: ScaffoldRequest): Promise<GeneratedScaffold | CodegenRefusal> => {
    const requestDigest = requestDigestOf(codegenRequest)
    const earlier = await findEarlier(deps, codegenRequest, requestDigest)
    if (earlier !== undefined) return earlier
    return deps.runPaid(codegenRequest.caller, async () => {
      const { org } = codegenRequest.namespace
      const scaffold = await deps.counts.countIfFailed(org, () => deps.makeScaffold(codegenRequest.body))
      if (scaffold instanceof Refusal) return scaffold
      const write = codegenRequest.body.inscribe ? inscribeScaffold : storeScaffold
      const generated = await write(deps, codegenRequest, requestDigest, scaffold)
      if (!(generated instanceof Refusal) && !generated.isReplay) await deps.counts.countCreated(org, scaffold)
      return generated
    })
  }

export type RunCodegen = ReturnType<typeof runCodegen>
