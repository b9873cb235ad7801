import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import {
  acceptedView,
  dayOf,
  judgeSubmission,
  refusedMembers,
  type SigningDeps,
  signOnce,
} from '@signet/posture/intakes'
import { judgeRuntimeIntake } from '../contract/intake.ts'
import type { PaidRunGuard } from '../guard/paid-runs.ts'

export interface IntakeDeps extends SigningDeps {
  readonly runPaid: PaidRunGuard
}

/** `POST /agents/ciso-intake`: the platform's verdict, behind the runtime's plan and quota check. */
export const intakeRoute = (deps: IntakeDeps): Route => {
  const sign = signOnce(deps)
  return route(judgeRuntimeIntake, async ({ body, headers, caller, receivedAt }) => {
    const verdict = judgeSubmission(body, dayOf(deps.now()))
    if (verdict instanceof Refusal) return verdict
    const signRequest = { scopes: scopesOf(caller), key: headers['idempotency-key'], submission: verdict, receivedAt }
    // A negative verdict is signed and counted too.
    const signed = await deps.runPaid(caller, () => sign(signRequest))
    if (signed instanceof Refusal) return signed
    const { row } = signed.result
    if (row.isRefused) return refusal('intake_refused', row.summary, { extras: refusedMembers(signed.result) })
    return reply(200, acceptedView(row))
  })
}
