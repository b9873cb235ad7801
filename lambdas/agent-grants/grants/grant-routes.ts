import { reply } from '@signet/contracts'
import type { ActiveGrant, BudgetChange, GrantTable } from '@signet/identity/oauth'
import { invalidInput, notFound, type Route, route } from '@signet/kernel'
import { spendableOf } from '@signet/ledger'
import { pathAt } from '@signet/ui/pages'
import { granterOf } from '../answer/consent-routes.ts'
import { type ListedGrant, listGrants, revokeGrant, setGrantBudget, showGrants } from '../contract/grants.ts'
import { displayName, domainOf } from '../page/client-words.ts'

export interface GrantDeps {
  readonly grants: GrantTable
}

const noStore = { 'cache-control': 'no-store' }

const grantView = ({ grant, allowance }: ActiveGrant): ListedGrant => {
  const domain = domainOf(grant) ?? null
  const { budget, spent: spentCredits } = allowance
  return {
    id: grant.id,
    client: {
      id: grant.client_id,
      name: grant.client_name === undefined ? null : displayName(grant),
      domain,
      home: domain === null ? null : (grant.client_home ?? null),
    },
    service: grant.audience,
    organization: grant.org_id,
    scopes: grant.scopes,
    budget,
    spent: spentCredits,
    left: spendableOf(allowance),
    purchase_cents_left: grant.scopes.includes('billing:purchase') ? allowance.centsLeft : null,
    created_at: grant.created_at,
    used_at: grant.used_at,
  }
}

const revokeById = async (deps: GrantDeps, user: string, id: string): Promise<boolean> => {
  const grant = await deps.grants.find(user, id)
  return grant !== undefined && deps.grants.revoke({ user, key: grant.key }, id)
}

const changeBudget = async (deps: GrantDeps, user: string, id: string, change: BudgetChange) => {
  const grant = await deps.grants.find(user, id)
  const grantKey = grant && { user, key: grant.key }
  if (!grantKey || !(await deps.grants.changeBudget(grantKey, id, change))) return undefined
  return deps.grants.active(grantKey)
}

const AGENT_NOT_FOUND = 'The agent does not exist, or its access was revoked'

export const grantRoutes = (deps: GrantDeps): Route[] => [
  route(listGrants, async ({ caller }) => {
    const grants = await deps.grants.list(granterOf(caller).userId)
    return reply(200, { grants: grants.map(grantView) }, noStore)
  }),
  route(revokeGrant, async ({ caller, params: { id } }) =>
    (await revokeById(deps, granterOf(caller).userId, id)) ? reply(204) : notFound(AGENT_NOT_FOUND),
  ),
  route(setGrantBudget, async ({ caller, params: { id }, body }) => {
    const { budget, purchase_cents: purchaseCents } = body
    const { userId } = granterOf(caller)
    const isEmpty = budget === undefined && purchaseCents === undefined
    if (isEmpty && (await deps.grants.find(userId, id)))
      return invalidInput([{ field: 'budget', message: 'or purchase_cents is required' }])
    const activeGrant = isEmpty ? undefined : await changeBudget(deps, userId, id, { budget, purchaseCents })
    return activeGrant ? reply(200, grantView(activeGrant), noStore) : notFound(AGENT_NOT_FOUND)
  }),
  route(showGrants, async ({ baseUrl }) => reply(302, undefined, { ...noStore, location: pathAt(baseUrl, '/agents') })),
]
