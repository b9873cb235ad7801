import { type Fault, LinkButton } from '@signet/ui'
import { faultOf, isApiError } from '../session/faults.ts'

const QUOTA_EXCEEDED = /^evidence_(?:validations?|gap_fills?)_quota_exceeded$/
const PLAN_REQUIRED = ['evidence_gap_fill_requires_pro', 'evidence_attest_pro_required', 'evidence_policy_requires_pro']

export const evidenceFault = (error: unknown): Fault | undefined => {
  if (error === undefined) return undefined
  const fault = faultOf(error)
  if (!isApiError(error)) return fault
  if (PLAN_REQUIRED.includes(error.code) || QUOTA_EXCEEDED.test(error.code) || error.code === 'library_limit')
    return { ...fault, next: <LinkButton href="/billing">View plans</LinkButton> }
  if (error.code === 'empty_library')
    return { ...fault, next: <LinkButton href="/evidence/library">Add assets</LinkButton> }
  if (error.status === 502)
    return { ...fault, message: `${String(error.body.error)}. The request does not count against your quota.` }
  return fault
}
