import { reply } from '@signet/contracts'
import { normalizedContent, type Policy } from '@signet/evidence'
import { scopesOf } from '@signet/identity'
import { notFound, Refusal, type Route, refusal, route, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { fingerprintOf, type StandingOf, UPGRADE_PATH } from '@signet/ledger'
import { jsonSha256 } from '@signet/receipts/digest'
import type * as z from 'zod'
import { attestContent, type EvidenceAttestation, getCritique } from '../contract/attest.ts'
import { type FillOptionsInput, fillOptions, unknownPolicy } from '../gap-fill/begin-fill.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { PolicyShelf } from '../policies/policy-shelf.ts'
import { type EvidenceQuotaDeps, holdEvidence, type QuotaCodes, type QuotaHold } from '../requests/evidence-quota.ts'
import { replayed, type WorkResult, workOnce } from '../requests/idempotent-work.ts'
import type { ValidationTable } from '../validations/validation-table.ts'
import { attestationView, validationOf } from './attest-view.ts'
import { type AttestRequest, atPoint, beginAttest, type PipelineDeps, runPipeline } from './pipeline.ts'
import { approvedPlan, type PublicPayload, publicPayload } from './public-payload.ts'
import { type PublishDeps, type PublishRequest, publishAttestation, type QuotaWord } from './publish.ts'

export interface AttestDeps extends EvidenceQuotaDeps, PipelineDeps, PublishDeps, TableDeps {
  readonly standingOf: StandingOf
  readonly shelf: PolicyShelf
  readonly validations: Pick<ValidationTable, 'put'>
  readonly issuer: string
}

type Body = z.output<NonNullable<(typeof attestContent)['request']['body']>>

/** Time for revising, in milliseconds. A request has 29 seconds; the rest is for the steps before and after. */
const REVISING_MS = 20_000

/** Must exceed the duration of a request. */
const HOLD_SECONDS = 60

const VALIDATION = { evidence_validations: 'evidence_validations_quota_exceeded' } as const
const BOTH = { ...VALIDATION, evidence_gap_fills: 'evidence_gap_fills_quota_exceeded' } as const

interface AttestInput {
  readonly policy: Policy
  readonly payload: PublicPayload
  readonly plan: readonly string[] | undefined
  readonly gapFill: FillOptionsInput | undefined
}

const checked = async (deps: AttestDeps, org: string, body: Body) => {
  const { tier } = await deps.standingOf(org)
  if (tier === 'free')
    return refusal('evidence_attest_pro_required', 'Attestation requires the Pro or Team plan', {
      extras: { tier, upgrade: UPGRADE_PATH },
    })
  const payload = publicPayload(body.publicPayload)
  if (payload instanceof Refusal) return payload
  const plan = approvedPlan(body.approvedPlan)
  if (plan instanceof Refusal) return plan
  const policy = await deps.shelf.find(org, body.policyVersion)
  if (!policy) return unknownPolicy(body.policyVersion)
  const { policy: _policy, ...options } = fillOptions(policy, { maxIterations: 3, ...body.gapFillOptions })
  const input: AttestInput = { policy, payload: payload.payload, plan, gapFill: body.runGapFill ? options : undefined }
  return input
}

/** Runs the whole pipeline. A failure is 502 with the failed step, and the caller releases the holds. */
const attested = async (deps: AttestDeps, attestRequest: AttestRequest, publishing: PublishRequest) => {
  const { key, request } = attestRequest
  const progress = await atPoint(deps.log, 'initial_validate', () =>
    deps.attestations.begun(key, request, beginAttest(deps, attestRequest)),
  )
  if (progress instanceof Refusal) return progress
  const through = await runPipeline(deps, attestRequest, progress)
  if (through instanceof Refusal) return through
  const row = validationOf(through, key.tenant, deps.now())
  const isStored = await atPoint(deps.log, 'validation_persist', () => deps.validations.put(key, row))
  if (isStored instanceof Refusal) return isStored
  const receipt = await atPoint(deps.log, 'publish_insert', () => publishAttestation(deps, through, publishing))
  if (receipt instanceof Refusal) return receipt
  return attestationView(through, receipt, deps.issuer)
}

const remembering =
  (deps: TableDeps) =>
  (companionWrites: readonly WriteStep[]): Promise<boolean> =>
    transact<boolean>(deps, async (refused) => (refused ? { result: false } : { steps: companionWrites, result: true }))

/** `POST /api/v1/evidence/attest` (spec platform-api 4.5). */
const attestRoute = (deps: AttestDeps): Route => {
  const once = workOnce<EvidenceAttestation>(deps)
  return route(attestContent, async ({ body, headers, caller, signal: aborted }) => {
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(REVISING_MS)])
    const key = libraryOf(caller)
    const scopes = scopesOf(caller)
    const fingerprint = fingerprintOf(body)
    const input = await checked(deps, key.org, body)
    if (input instanceof Refusal) return input
    // A request without an idempotency key is identified by its content.
    const name = headers['idempotency-key'] ?? `said ${fingerprint}`
    const request = jsonSha256({ name, fingerprint })
    let quotaHold: QuotaHold | undefined
    const hold = async (id: string) => {
      const codes: QuotaCodes<QuotaWord> = body.runGapFill ? BOTH : VALIDATION
      const now = await holdEvidence(deps, scopes, id, codes, HOLD_SECONDS)
      if (!(now instanceof Refusal)) quotaHold = now
      return now
    }
    const attestRequest = { key, request, content: normalizedContent(body.content), signal, ...input }
    const work = async () => {
      const first = await hold(request)
      if (first instanceof Refusal) return first
      const result = await attested(deps, attestRequest, { ...attestRequest, hold: () => hold(request) })
      if (result instanceof Refusal) return result
      const workResult: WorkResult<EvidenceAttestation> = { result, commit: remembering(deps) }
      return workResult
    }
    try {
      const outcome = await once({ whose: key, purpose: 'attest', key: name, fingerprint }, work)
      if (outcome instanceof Refusal) {
        await quotaHold?.giveBack()
        return outcome
      }
      return reply(201, outcome.result, replayed(outcome.isReplay))
    } catch (error) {
      await quotaHold?.giveBack()
      throw error
    }
  })
}

const critiqueRoute = ({ attestations }: Pick<AttestDeps, 'attestations'>): Route =>
  route(getCritique, async ({ params: { hash }, caller }) => {
    const row = await attestations.find(libraryOf(caller), hash)
    if (!row) return notFound('The attestation does not exist')
    const { hash: receiptHash, tenant: _tenant, attacks, ...details } = row
    return reply(200, { receiptHash, attacks: JSON.parse(attacks), ...details })
  })

export const attestRoutes = (deps: AttestDeps): Route[] => [attestRoute(deps), critiqueRoute(deps)]
