import { type Fault, LinkButton } from '@signet/ui'
import { faultOf, isRefused } from '../session/faults.ts'

const USED_UP = /^evidence_(?:validations?|gap_fills?)_quota_exceeded$/
const OF_A_PLAN = ['evidence_gap_fill_requires_pro', 'evidence_attest_pro_required', 'evidence_policy_requires_pro']

export const evidenceFault = (error: unknown): Fault | undefined => {
  if (error === undefined) return undefined
  const fault = faultOf(error)
  if (!isRefused(error)) return fault
  if (OF_A_PLAN.includes(error.code) || USED_UP.test(error.code) || error.code === 'library_limit')
    return { ...fault, next: <LinkButton href="/billing">Upgrade</LinkButton> }
  if (error.code === 'empty_library')
    return { ...fault, next: <LinkButton href="/evidence/library">Add assets</LinkButton> }
  if (error.status === 502) return { ...fault, message: `${String(error.body.error)}. This was not counted.` }
  return fault
}
