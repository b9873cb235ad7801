import { reply } from '@signet/contracts'
import { normalizedContent, type Policy } from '@signet/evidence'
import { scopesOf } from '@signet/identity'
import { notFound, Refusal, type Route, refusal, route, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { fingerprintOf, type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import { jsonSha256 } from '@signet/receipts/digest'
import type * as z from 'zod'
import { attestContent, type EvidenceAttestation, getCritique } from '../contract/attest.ts'
import { type FillOptionsInput, fillOptions, unknownPolicy } from '../gap-fill/begin-fill.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { PolicyCatalog } from '../policies/policy-catalog.ts'
import {
  type EvidenceQuotaDeps,
  type QuotaCodes,
  type QuotaHold,
  reserveEvidenceMeters,
} from '../requests/evidence-quota.ts'
import { replayHeaders, type WorkResult, workOnce } from '../requests/idempotent-work.ts'
import type { ValidationTable } from '../validations/validation-table.ts'
import { attestationView, validationOf } from './attest-view.ts'
import { type AttestRequest, beginAttest, type PipelineDeps, runPipeline, runStep } from './pipeline.ts'
import { approvedPlan, type PublicPayload, publicPayload } from './public-payload.ts'
import { type AttestQuotaCode, type PublishDeps, type PublishRequest, publishAttestation } from './publish.ts'

export interface AttestDeps extends EvidenceQuotaDeps, PipelineDeps, PublishDeps, TableDeps {
  readonly tierStatusOf: TierStatusOf
  readonly catalog: PolicyCatalog
  readonly validations: Pick<ValidationTable, 'put'>
  readonly issuer: string
}

type Body = z.output<NonNullable<(typeof attestContent)['request']['body']>>

/** Time limit of the revision, in milliseconds. A request has 29 seconds; the other steps use the rest. */
const REVISION_MS = 20_000

/** Must exceed the duration of a request. */
const HOLD_SECONDS = 60

const VALIDATION_CODES = { evidence_validations: 'evidence_validations_quota_exceeded' } as const
const VALIDATION_AND_FILL_CODES = {
  ...VALIDATION_CODES,
  evidence_gap_fills: 'evidence_gap_fills_quota_exceeded',
} as const

interface AttestInput {
  readonly policy: Policy
  readonly payload: PublicPayload
  readonly plan: readonly string[] | undefined
  readonly gapFill: FillOptionsInput | undefined
}

const checkRequest = async (deps: AttestDeps, org: string, body: Body) => {
  const { tier } = await deps.tierStatusOf(org)
  if (tier === 'free')
    return refusal('evidence_attest_pro_required', 'Attestation requires the Pro or Team plan', {
      extras: { tier, upgrade: UPGRADE_PATH },
    })
  const payload = publicPayload(body.publicPayload)
  if (payload instanceof Refusal) return payload
  const plan = approvedPlan(body.approvedPlan)
  if (plan instanceof Refusal) return plan
  const policy = await deps.catalog.find(org, body.policyVersion)
  if (!policy) return unknownPolicy(body.policyVersion)
  // A request without `gapFillOptions` has the default of that field.
  const { policy: _policy, ...options } = fillOptions(policy, { maxIterations: 3, ...body.gapFillOptions })
  const input: AttestInput = { policy, payload: payload.payload, plan, gapFill: body.runGapFill ? options : undefined }
  return input
}

/** Runs the whole pipeline. A failure is 502 with the failed step, and the caller releases the holds. */
const runAttestation = async (deps: AttestDeps, attestRequest: AttestRequest, publishing: PublishRequest) => {
  const { key, request } = attestRequest
  const progress = await runStep(deps.log, 'initial_validate', () =>
    deps.attestations.begin(key, request, beginAttest(deps, attestRequest)),
  )
  if (progress instanceof Refusal) return progress
  const pipelineResult = await runPipeline(deps, attestRequest, progress)
  if (pipelineResult instanceof Refusal) return pipelineResult
  const row = validationOf(pipelineResult, key.tenant, deps.now())
  const isStored = await runStep(deps.log, 'validation_persist', () => deps.validations.put(key, row))
  if (isStored instanceof Refusal) return isStored
  const receipt = await runStep(deps.log, 'publish_insert', () => publishAttestation(deps, pipelineResult, publishing))
  if (receipt instanceof Refusal) return receipt
  return attestationView(pipelineResult, receipt, deps.issuer)
}

const commitResponse =
  (deps: TableDeps) =>
  (companionWrites: readonly WriteStep[]): Promise<boolean> =>
    transact<boolean>(deps, async (refused) => (refused ? { result: false } : { steps: companionWrites, result: true }))

/** `POST /api/v1/evidence/attest` (spec platform-api 4.5). */
const attestRoute = (deps: AttestDeps): Route => {
  const once = workOnce<EvidenceAttestation>(deps)
  return route(attestContent, async ({ body, headers, caller, signal: requestSignal }) => {
    const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(REVISION_MS)])
    const key = libraryOf(caller)
    const scopes = scopesOf(caller)
    const fingerprint = fingerprintOf(body)
    const input = await checkRequest(deps, key.org, body)
    if (input instanceof Refusal) return input
    // A request without an idempotency key is identified by its content.
    const requestName = headers['idempotency-key'] ?? `content ${fingerprint}`
    const request = jsonSha256({ name: requestName, fingerprint })
    let quotaHold: QuotaHold | undefined
    const hold = async (id: string) => {
      const codes: QuotaCodes<AttestQuotaCode> = body.runGapFill ? VALIDATION_AND_FILL_CODES : VALIDATION_CODES
      const acquired = await reserveEvidenceMeters(deps, scopes, id, codes, HOLD_SECONDS)
      if (!(acquired instanceof Refusal)) quotaHold = acquired
      return acquired
    }
    const attestRequest = { key, request, content: normalizedContent(body.content), signal, ...input }
    const work = async () => {
      const initialHold = await hold(request)
      if (initialHold instanceof Refusal) return initialHold
      const result = await runAttestation(deps, attestRequest, { ...attestRequest, hold: () => hold(request) })
      if (result instanceof Refusal) return result
      const workResult: WorkResult<EvidenceAttestation> = { result, commit: commitResponse(deps) }
      return workResult
    }
    try {
      const outcome = await once({ library: key, purpose: 'attest', key: requestName, fingerprint }, work)
      if (outcome instanceof Refusal) {
        await quotaHold?.release()
        return outcome
      }
      return reply(201, outcome.result, replayHeaders(outcome.isReplay))
    } catch (error) {
      await quotaHold?.release()
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
