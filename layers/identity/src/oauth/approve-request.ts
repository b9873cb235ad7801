import { addMs, type RowOf, rowTable, type SecretSource, transact, type WriteStep } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import { mintToken, tokenDigest } from '../index.ts'
import { codeRow } from './code-row.ts'
import { type Grant, type Granter, grantKeyOf } from './grant.ts'
import { grantRow } from './grant-row.ts'
import { type GrantTableDeps, unusedUntil } from './grant-table.ts'
import { requestRow } from './request-row.ts'
import { type AgentRequest, requestKey } from './request-table.ts'

/** Lifetime of a code. Its row is retained longer, to detect a second use. */
const CODE_MS = 60_000
const CODE_RETENTION_MS = 20 * 60_000

const REDIRECTS_MAX = 10

export interface ApproveDeps extends GrantTableDeps {
  readonly pepper: SecretSource
  /** Returns write steps that fail if the user is no longer a member. */
  readonly guard: (key: { readonly org: string; readonly user: string }) => Promise<readonly WriteStep[]>
}

/**
 * Credits that the agent may spend from now on. Null: no limit besides the account's balance. `keep`: the remaining
 * budget.
 */
export type BudgetChoice = number | null | 'keep'

export interface ApprovalChoice {
  readonly budget: BudgetChoice
  /**
   * US cents that the agent may charge to the saved card; absent: the current limit, or the default for a new grant.
   */
  readonly purchaseCents?: number | undefined
}

export interface ApprovedRequest {
  readonly request: AgentRequest
  readonly code: string
}

/** Returns the key of a code's row. It depends on the code, which is not stored, and on the pepper. */
export const codeKey = async (pepper: SecretSource, code: string) => ({
  digest: tokenDigest(await pepper(), 'authorization code', code),
})

const mergedWith = <T>(existing: readonly T[], added: readonly T[]): T[] => [...new Set([...added, ...existing])]

const newGrant = (request: AgentRequest, { userId, orgId }: Granter, id: string, key: string, now: Date): Grant => ({
  id,
  key,
  user_id: userId,
  org_id: orgId,
  client_id: request.client_id,
  client_kind: request.client_kind,
  ...(request.client_name === undefined ? {} : { client_name: request.client_name }),
  ...(request.client_home === undefined ? {} : { client_home: request.client_home }),
  audience: request.audience,
  scopes: [...request.scopes],
  redirect_uris: [request.redirect_uri],
  status: 'active',
  created_at: now.toISOString(),
  used_at: now.toISOString(),
  version: 1,
  until: unusedUntil(now),
})

/** Returns the newest grant under the ID of the existing one, with the scopes and redirect URIs of both. */
const withRequestedScopes = (grant: Grant, newestGrant: Grant): Grant => ({
  ...newestGrant,
  id: grant.id,
  created_at: grant.created_at,
  scopes: mergedWith(grant.scopes, newestGrant.scopes),
  redirect_uris: mergedWith(grant.redirect_uris, newestGrant.redirect_uris).slice(0, REDIRECTS_MAX),
  version: grant.version + 1,
})

const codeOf = (request: AgentRequest, granter: Granter, grant: Grant, now: Date): RowOf<typeof codeRow> => {
  const { client_id, redirect_uri, challenge, scopes, audience, issuer } = request
  return {
    client_id,
    redirect_uri,
    challenge,
    scopes,
    audience,
    issuer,
    user_id: granter.userId,
    org_id: granter.orgId,
    tenant_id: granter.tenantId,
    grant_id: grant.id,
    grant_key: grant.key,
    status: 'open',
    good_until: addMs(now, CODE_MS).toISOString(),
    until: addMs(now, CODE_RETENTION_MS).toISOString(),
  }
}

const allowanceOf = async (deps: ApproveDeps, grant: Grant): Promise<Allowance> => {
  const allowance = await deps.allowances.read(grant.id)
  if (!allowance) throw new Error(`The grant ${grant.id} has no allowance`)
  return allowance
}

const budgetSteps = async (deps: ApproveDeps, grant: Grant | undefined, id: string, choice: ApprovalChoice) => {
  const { budget, purchaseCents } = choice
  // A new grant has no remaining budget.
  if (!grant) return [deps.allowances.openStep(id, budget === 'keep' ? 0 : budget, purchaseCents)]
  if (budget === 'keep' && purchaseCents === undefined) return []
  const allowance = await allowanceOf(deps, grant)
  const total = budget === 'keep' ? allowance.budget : budget === null ? null : allowance.spent + budget
  return [deps.allowances.changeStep(grant.id, allowance, total, purchaseCents)]
}

/**
 * Approves a request. One transaction consumes the request, creates or widens the grant, sets the budget and creates
 * the code. After a crash, all or none of it is written; the agent then repeats the request and finds its grant.
 * Returns undefined if the request was already answered or has expired.
 */
export const approveRequest =
  (deps: ApproveDeps) =>
  async (handle: string, granter: Granter, choice: ApprovalChoice): Promise<ApprovedRequest | undefined> => {
    const { pepper, now, newId } = deps
    const requests = rowTable(requestRow, deps)
    const grants = rowTable(grantRow, deps)
    const codes = rowTable(codeRow, deps)
    const requestRowKey = await requestKey(pepper, handle)
    const code = mintToken()
    const codeRowKey = await codeKey(pepper, code)
    return transact<ApprovedRequest | undefined>(deps, async () => {
      const request = await requests.get(requestRowKey)
      if (!request) return { result: undefined }
      const key = grantKeyOf(request, granter.orgId)
      const grantKey = { user: granter.userId, key }
      const existingGrant = await grants.get(grantKey)
      const activeGrant = existingGrant?.status === 'active' ? existingGrant : undefined
      const requestedGrant = newGrant(request, granter, newId(), key, now())
      const grant = activeGrant
        ? withRequestedScopes(activeGrant, requestedGrant)
        : { ...requestedGrant, version: (existingGrant?.version ?? 0) + 1 }
      const steps: WriteStep[] = [
        requests.steps.remove(requestRowKey, { client_id: request.client_id }),
        existingGrant
          ? grants.steps.replace(grantKey, grant, { version: existingGrant.version })
          : grants.steps.putNew(grantKey, grant),
        codes.steps.putNew(codeRowKey, codeOf(request, granter, grant, now())),
        ...(await deps.guard({ org: granter.orgId, user: granter.userId })),
        ...(await budgetSteps(deps, activeGrant, grant.id, choice)),
      ]
      return { steps, result: { request, code } }
    })
  }
