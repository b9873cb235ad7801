import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type NewId, preferencesOf, Refusal, type Route, route, type TableDeps } from '@signet/kernel'
import { fingerprintOf } from '@signet/ledger'
import { type EvidenceGapFill, fillGaps } from '../contract/gap-fill.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { QuotaHold } from '../requests/evidence-quota.ts'
import { replayHeaders, workOnce } from '../requests/idempotent-work.ts'
import { type AcceptDeps, type AcceptRequest, acceptFill } from './accept-fill.ts'
import { type BeginDeps, checkFillRequest } from './begin-fill.ts'
import { type FillNowDeps, fillNow } from './fill-now.ts'
import { jobView } from './fill-view.ts'

export interface FillRouteDeps extends BeginDeps, FillNowDeps, AcceptDeps, TableDeps {
  readonly newId: NewId
}

/** Time limit of the revision, in milliseconds. A request has 29 seconds; the other steps use the rest. */
const REVISION_MS = 22_000

const replyAccepted = async (deps: FillRouteDeps, fillRequest: AcceptRequest) => {
  const acceptance = await acceptFill(deps, fillRequest)
  if (acceptance instanceof Refusal) return acceptance
  const { row, isReplay } = acceptance
  return reply(202, jobView(row, fillRequest.initial.options.policy, deps.reviser.name, deps.now()), {
    ...replayHeaders(isReplay),
    location: `/api/v1/evidence/gap-fills/${row.id}`,
    'preference-applied': 'respond-async',
    'retry-after': '2',
  })
}

/** `POST /api/v1/evidence/gap-fill` (spec platform-api 4.5). */
export const fillRoute = (deps: FillRouteDeps): Route => {
  const once = workOnce<EvidenceGapFill>(deps)
  return route(fillGaps, async ({ body, headers, caller, signal: requestSignal }) => {
    const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(REVISION_MS)])
    const key = libraryOf(caller)
    const scopes = scopesOf(caller)
    const fingerprint = fingerprintOf(body)
    const initial = await checkFillRequest(deps, key, body)
    if (initial instanceof Refusal) return initial
    const id = deps.newId()
    const idempotencyKey = headers['idempotency-key']
    if (initial.state.endReason === undefined && preferencesOf(headers.prefer).respondAsync)
      return replyAccepted(deps, { id, key, scopes, initial, idempotencyKey, fingerprint })
    let hold: QuotaHold | undefined
    const onHold = (acquired: QuotaHold) => {
      hold = acquired
    }
    try {
      const fillRequest = { library: key, purpose: 'gap-fill', key: idempotencyKey, fingerprint }
      const outcome = await once(fillRequest, () => fillNow(deps, { id, key, scopes, initial, signal, onHold }))
      if (outcome instanceof Refusal || outcome.isReplay) await hold?.release()
      return outcome instanceof Refusal ? outcome : reply(200, outcome.result, replayHeaders(outcome.isReplay))
    } catch (error) {
      await hold?.release()
      throw error
    }
  })
}
