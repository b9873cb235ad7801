import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import { paidHeaders } from '@signet/ledger'
import {
  acceptedView,
  dayOf,
  judgeSubmission,
  refusedMembers,
  type SignedIntake,
  type SigningDeps,
  signOnce,
} from '@signet/posture/intakes'
import { submitIntake } from '../contract/intakes.ts'

/** A signed refusal: 422 with the members that the specification defines, in addition to code and message. */
const refusedView = (signed: SignedIntake, headers: ReturnType<typeof paidHeaders>) =>
  refusal('intake_refused', signed.row.summary, { extras: refusedMembers(signed), headers })

/** `POST /api/agents/ciso-intake` (spec platform-api 4.4). */
export const submitRoute = (deps: SigningDeps): Route => {
  const sign = signOnce(deps)
  return route(submitIntake, async ({ body, headers, caller, receivedAt }) => {
    const verdict = judgeSubmission(body, dayOf(deps.now()))
    if (verdict instanceof Refusal) return verdict
    const request = { scopes: scopesOf(caller), key: headers['idempotency-key'], submission: verdict, receivedAt }
    const outcome = await sign(request)
    if (outcome instanceof Refusal) return outcome
    const { row, warning } = outcome.result
    const quotaHeaders = paidHeaders({ ...outcome, result: { ...(warning && { warning }) } })
    if (row.isRefused) return refusedView(outcome.result, quotaHeaders)
    return reply(200, { ...acceptedView(row), ...(warning && { warning }) }, quotaHeaders)
  })
}
