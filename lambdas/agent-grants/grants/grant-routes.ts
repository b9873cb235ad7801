import { reply } from '@signet/contracts'
import { personOfPage, type ReadSession } from '@signet/identity'
import { invalidInput, notFound, type Route, route } from '@signet/kernel'
import { spendableOf } from '@signet/ledger'
import type { BudgetChange, GrantTable, StandingGrant } from '@signet/oauth'
import { loginPath, pathAt } from '@signet/pages'
import type { ActingFor } from '../answer/acting-for.ts'
import { granterOf } from '../answer/consent-routes.ts'
import {
  Budget,
  changeGrant,
  type ListedGrant,
  listGrants,
  PurchaseCents,
  revokeGrant,
  setGrantBudget,
  showGrants,
} from '../contract/grants.ts'
import { domainOf, shownName } from '../page/client-words.ts'
import type { FormProofs } from '../page/form-proof.ts'
import { grantsPage } from '../page/grants-page.ts'

export interface GrantDeps {
  readonly readSession: ReadSession
  readonly grants: GrantTable
  readonly proofs: FormProofs
  readonly actsFor: ActingFor
}

const PAGE = '/dashboard/agents'
const noStore = { 'cache-control': 'no-store' }

const listed = ({ grant, allowance }: StandingGrant): ListedGrant => {
  const domain = domainOf(grant) ?? null
  const { budget, spent } = allowance
  return {
    id: grant.id,
    client: {
      id: grant.client_id,
      name: grant.client_name === undefined ? null : shownName(grant),
      domain,
      home: domain === null ? null : (grant.client_home ?? null),
    },
    service: grant.audience,
    organisation: grant.org_id,
    scopes: grant.scopes,
    ...{ budget, spent, left: spendableOf(allowance) },
    purchase_cents_left: grant.scopes.includes('billing:purchase') ? allowance.centsLeft : null,
    created_at: grant.created_at,
    used_at: grant.used_at,
  }
}

const revoked = async (deps: GrantDeps, user: string, id: string): Promise<boolean> => {
  const grant = await deps.grants.find(user, id)
  return grant !== undefined && deps.grants.revoke({ user, key: grant.key }, id)
}

/** The grant after a change. */
const changed = async (deps: GrantDeps, user: string, id: string, change: BudgetChange) => {
  const grant = await deps.grants.find(user, id)
  const place = grant && { user, key: grant.key }
  if (!place || !(await deps.grants.changeBudget(place, id, change))) return undefined
  return deps.grants.standing(place)
}

const GONE = 'You have not authorised such an agent'

/** Applies the form and returns the notice for its result. */
const applied = async (deps: GrantDeps, user: string, form: URLSearchParams): Promise<string> => {
  const id = form.get('grant') ?? ''
  const change = form.get('change')
  if (change === 'revoke') return (await revoked(deps, user, id)) ? 'revoked' : 'unknown'
  const number = (name: string): unknown => {
    const text = form.get(name)?.trim() ?? ''
    return /^\d{1,7}$/.test(text) ? Number(text) : text
  }
  const wanted: BudgetChange =
    change === 'purchases'
      ? { purchaseCents: PurchaseCents.safeParse(number('cents')).data }
      : { budget: change === 'unlimited' ? null : Budget.safeParse(number('credits')).data }
  if (Object.values(wanted).every((value) => value === undefined)) return 'invalid'
  return (await changed(deps, user, id, wanted)) ? 'changed' : 'unknown'
}

const pageRoute = (deps: GrantDeps) =>
  route(showGrants, async ({ headers, baseUrl, query }) => {
    const caller = await personOfPage(deps.readSession, headers.cookie, baseUrl)
    if (!caller) {
      return reply(302, undefined, { ...noStore, location: pathAt(baseUrl, loginPath({ redirect: PAGE })) })
    }
    const { userId } = granterOf(caller)
    const shown = (await deps.grants.list(userId)).map(async (each) => ({
      ...each,
      actsFor: await deps.actsFor({ userId, orgId: each.grant.org_id }),
      proof: await deps.proofs.make(caller, each.grant.id),
    }))
    return grantsPage(baseUrl, await Promise.all(shown), query.notice)
  })

const formRoute = (deps: GrantDeps) =>
  route(changeGrant, async ({ body, caller, baseUrl }) => {
    const form = new URLSearchParams(String(body))
    const forged = await deps.proofs.check(caller, form.get('grant') ?? '', form.get('proof'))
    if (forged) return forged
    const notice = await applied(deps, granterOf(caller).userId, form)
    return reply(303, undefined, {
      ...noStore,
      location: pathAt(baseUrl, `${PAGE}?${new URLSearchParams({ notice })}`),
    })
  })

/** Agents that a person has authorised: their rights, their spending, and how to revoke them. */
export const grantRoutes = (deps: GrantDeps): Route[] => [
  route(listGrants, async ({ caller }) => {
    const grants = await deps.grants.list(granterOf(caller).userId)
    return reply(200, { grants: grants.map(listed) }, noStore)
  }),
  route(revokeGrant, async ({ caller, params: { id } }) =>
    (await revoked(deps, granterOf(caller).userId, id)) ? reply(204) : notFound(GONE),
  ),
  route(setGrantBudget, async ({ caller, params: { id }, body }) => {
    const { budget, purchase_cents: purchaseCents } = body
    const { userId } = granterOf(caller)
    const isEmpty = budget === undefined && purchaseCents === undefined
    if (isEmpty && (await deps.grants.find(userId, id)))
      return invalidInput([{ field: 'budget', message: 'or purchase_cents must be given' }])
    const standing = isEmpty ? undefined : await changed(deps, userId, id, { budget, purchaseCents })
    return standing ? reply(200, listed(standing), noStore) : notFound(GONE)
  }),
  pageRoute(deps),
  formRoute(deps),
]
