import { dayOf, judgeSubmission, type SigningDeps, signOnce } from '@signet/posture/intakes'
import { Refusal } from '@signet/kernel'
import type { Scopes } from '@signet/ledger'
import type { Intake } from '@signet/posture'

const verdictOf = async (deps: SigningDeps, scopes: Scopes, intake: Intake, key?: string) => {
  const verdict = judgeSubmission(intake, dayOf(deps.now()))
  if (verdict instanceof Refusal) return verdict
  return signOnce(deps)({ scopes, key, submission: verdict, receivedAt: deps.now() })
}

console.log(typeof verdictOf)

export {}
