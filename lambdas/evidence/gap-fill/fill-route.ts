import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type NewId, preferencesOf, Refusal, type Route, route, type TableDeps } from '@signet/kernel'
import { fingerprintOf } from '@signet/ledger'
import { type EvidenceGapFill, fillGaps } from '../contract/gap-fill.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { QuotaHold } from '../requests/evidence-quota.ts'
import { replayed, workOnce } from '../requests/idempotent-work.ts'
import { type AcceptDeps, acceptFill, type ToAccept } from './accept-fill.ts'
import { type BeginDeps, checkFillRequest } from './begin-fill.ts'
import { type FillNowDeps, fillNow } from './fill-now.ts'
import { jobView } from './fill-view.ts'

export interface FillRouteDeps extends BeginDeps, FillNowDeps, AcceptDeps, TableDeps {
  readonly newId: NewId
}

/** Time for revising, in milliseconds. A request has 29 seconds; the rest is for the steps before and after. */
const REVISING_MS = 22_000

const accepted = async (deps: FillRouteDeps, asked: ToAccept) => {
  const made = await acceptFill(deps, asked)
  if (made instanceof Refusal) return made
  const { row, isReplay } = made
  return reply(202, jobView(row, asked.begun.options.policy, deps.reviser.name, deps.now()), {
    ...replayed(isReplay),
    location: `/api/v1/evidence/gap-fills/${row.id}`,
    'preference-applied': 'respond-async',
    'retry-after': '2',
  })
}

/** `POST /api/v1/evidence/gap-fill` (spec platform-api 4.5). */
export const fillRoute = (deps: FillRouteDeps): Route => {
  const once = workOnce<EvidenceGapFill>(deps)
  return route(fillGaps, async ({ body, headers, caller, signal: request }) => {
    const signal = AbortSignal.any([request, AbortSignal.timeout(REVISING_MS)])
    const key = libraryOf(caller)
    const scopes = scopesOf(caller)
    const fingerprint = fingerprintOf(body)
    const begun = await checkFillRequest(deps, key, body)
    if (begun instanceof Refusal) return begun
    const id = deps.newId()
    const idempotencyKey = headers['idempotency-key']
    if (begun.state.end === undefined && preferencesOf(headers.prefer).respondAsync)
      return accepted(deps, { id, key, scopes, begun, idempotencyKey, fingerprint })
    let held: QuotaHold | undefined
    const holding = (now: QuotaHold) => {
      held = now
    }
    try {
      const asked = { whose: key, purpose: 'gap-fill', key: idempotencyKey, fingerprint }
      const done = await once(asked, () => fillNow(deps, { id, key, scopes, begun, signal, holding }))
      if (done instanceof Refusal || done.isReplay) await held?.giveBack()
      return done instanceof Refusal ? done : reply(200, done.result, replayed(done.isReplay))
    } catch (error) {
      await held?.giveBack()
      throw error
    }
  })
}
