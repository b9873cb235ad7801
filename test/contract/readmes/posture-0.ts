import { claimsOf, type Intake, intakeFaults, judgeIntake } from '@signet/posture'
import { CisoIntake } from '@signet/posture/schemas'

const asOf = '2026-11-27'
const answer = (body: unknown) => {
  const intake: Intake = CisoIntake.parse(body)
  const faults = intakeFaults(intake, asOf)
  if (faults.length > 0) return { status: 400, faults }
  const verdict = judgeIntake(intake, asOf)
  return verdict.isRefused ? { status: 422, verdict } : { status: 200, verdict, claims: claimsOf(intake, verdict, asOf) }
}

export {}
