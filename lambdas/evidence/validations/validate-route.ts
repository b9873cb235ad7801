import { reply } from '@signet/contracts'
import { type Verdict, validate } from '@signet/evidence'
import { type NewId, Refusal, type Route, refusal, route } from '@signet/kernel'
import { jsonSha256 } from '@signet/receipts/digest'
import { validateContent } from '../contract/validations.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { PolicyCatalog } from '../policies/policy-catalog.ts'
import { reserveValidation, type ValidationQuotaDeps } from './validation-quota.ts'
import type { ValidationRow, ValidationTable } from './validation-table.ts'

export interface ValidateDeps extends ValidationQuotaDeps {
  readonly validations: ValidationTable
  readonly catalog: PolicyCatalog
  readonly newId: NewId
}

/** Returns the cache key of a verdict. Another `v` would invalidate the cache. */
const digestOf = ({ contentHash, policySha256 }: Verdict, tenant: string): string =>
  jsonSha256({ v: 1, tenant, policySha256, contentHash })

const rowOf = ({ newId, now }: ValidateDeps, verdict: Verdict, tenant: string): ValidationRow => {
  const { policyVersion, policySha256, contentHash, score, gapCount } = verdict
  const summary = { policyVersion, policySha256, contentHash, score, gapCount }
  return { id: newId(), tenant, ...summary, createdAt: now().toISOString() }
}

/** `POST /api/v1/evidence/validate` (spec platform-api 4.5). */
export const validateRoute = (deps: ValidateDeps): Route =>
  route(validateContent, async ({ body: { content, policyVersion }, caller }) => {
    const key = libraryOf(caller)
    const policy = await deps.catalog.find(key.org, policyVersion)
    if (!policy) return refusal('unknown_policy_version', `The policy ${policyVersion} in policyVersion does not exist`)
    const verdict = validate(content, policy)
    const row = rowOf(deps, verdict, key.tenant)
    const validated = await deps.validations.add(key, digestOf(verdict, key.tenant), row, reserveValidation(deps, key))
    if (validated instanceof Refusal) return validated
    const { gaps, suggestions, active: _active, policySha256: _policy, ...verdictFields } = verdict
    return reply(200, {
      validationId: validated.id,
      cached: validated.isCached,
      ...verdictFields,
      gaps: [...gaps],
      suggestions: [...suggestions],
    })
  })
