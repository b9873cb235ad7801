import { reply } from '@signet/contracts'
import { type ReadSession, userOfPage } from '@signet/identity'
import {
  type ActiveGrant,
  type AgentRequest,
  type ApprovalChoice,
  type ApprovedRequest,
  type Granter,
  type GrantTable,
  grantKeyOf,
  needsNoConsent,
  type RequestTable,
  redirectWith,
  spendsCredits,
} from '@signet/identity/oauth'
import { type Caller, type Route, route } from '@signet/kernel'
import { loginPath, pathAt } from '@signet/ui/pages'
import { answerConsent, showConsent } from '../contract/consent.ts'
import { budgetChoiceOf, purchaseChoiceOf } from '../page/budget-part.ts'
import { consentPage, expiredPage } from '../page/consent-page.ts'
import type { FormProofs } from '../page/form-proof.ts'
import type { ActingFor } from './acting-for.ts'

export interface ConsentDeps {
  readonly readSession: ReadSession
  readonly requests: RequestTable
  readonly grants: Pick<GrantTable, 'active'>
  readonly approve: (handle: string, granter: Granter, choice: ApprovalChoice) => Promise<ApprovedRequest | undefined>
  readonly proofs: FormProofs
  readonly actsFor: ActingFor
  /** Limit of card charges by all agents and keys of the account per UTC day, in US cents. */
  readonly dailyCents: number
}

const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

export const granterOf = ({ userId, orgId, tenantId }: Caller): Granter => {
  if (userId === undefined || orgId === undefined) throw new Error('The session has no user or no organization')
  return { userId, orgId, tenantId }
}

const activeGrantFor = ({ grants }: ConsentDeps, agentRequest: AgentRequest, { userId, orgId }: Granter) =>
  grants.active({ user: userId, key: grantKeyOf(agentRequest, orgId) })

/**
 * Builds the response to the client. It names the issuer (RFC 9207), so that a client of two servers cannot confuse
 * them.
 */
const clientRedirect = (
  { redirect_uri, state, issuer }: AgentRequest,
  responseFields: Readonly<Record<string, string>>,
): string => redirectWith(redirect_uri, { ...responseFields, state, iss: issuer })

const approvalRedirect = ({ request, code }: ApprovedRequest): string => clientRedirect(request, { code })

interface ConsentState {
  readonly handle: string
  readonly agentRequest: AgentRequest
  readonly activeGrant: ActiveGrant | undefined
  readonly caller: Caller
  readonly baseUrl: string
  readonly budgetProblem?: string
}

/**
 * Binds a form to the organization shown on its page, because the session may switch to another organization
 * afterwards.
 */
const proofSubjectOf = (handle: string, caller: Caller): string => JSON.stringify([handle, granterOf(caller).orgId])

const consentFormPage = async (
  { proofs, actsFor, dailyCents }: ConsentDeps,
  { caller, handle, ...pageFields }: ConsentState,
) => {
  const formProof = await proofs.create(caller, proofSubjectOf(handle, caller))
  return consentPage({ ...pageFields, handle, formProof, dailyCents, account: await actsFor(granterOf(caller)) })
}

const showRoute = (deps: ConsentDeps) =>
  route(showConsent, async ({ query: { request: handle }, headers, baseUrl }) => {
    const agentRequest = handle === undefined ? undefined : await deps.requests.read(handle)
    if (handle === undefined || !agentRequest) return expiredPage(baseUrl)
    const caller = await userOfPage(deps.readSession, headers.cookie, baseUrl)
    if (!caller) {
      const redirect = `/consent?${new URLSearchParams({ request: handle })}`
      return reply(302, undefined, { ...redirectHeaders, location: pathAt(baseUrl, loginPath({ redirect })) })
    }
    const activeGrant = await activeGrantFor(deps, agentRequest, granterOf(caller))
    if (!needsNoConsent(activeGrant, agentRequest))
      return consentFormPage(deps, { handle, agentRequest, activeGrant, caller, baseUrl })
    const approved = await deps.approve(handle, granterOf(caller), { budget: 'keep' })
    return approved
      ? reply(302, undefined, { ...redirectHeaders, location: approvalRedirect(approved) })
      : expiredPage(baseUrl)
  })

const BUDGET_PROBLEM = 'Choose a credit budget: one of the options, or a whole number from 0 to 1,000,000.'

const answerRoute = (deps: ConsentDeps) =>
  route(answerConsent, async ({ body, caller, baseUrl }) => {
    const form = new URLSearchParams(String(body))
    const handle = form.get('request') ?? ''
    const forgeryRefusal = await deps.proofs.check(caller, proofSubjectOf(handle, caller), form.get('proof'))
    if (forgeryRefusal) return forgeryRefusal
    const agentRequest = await deps.requests.read(handle)
    if (!agentRequest) return expiredPage(baseUrl)
    const goTo = (location: string) => reply(303, undefined, { ...redirectHeaders, location })
    if (form.get('answer') !== 'yes') {
      if (!(await deps.requests.delete(handle))) return expiredPage(baseUrl)
      return goTo(clientRedirect(agentRequest, { error: 'access_denied', error_description: 'The user denied access' }))
    }
    const granter = granterOf(caller)
    const activeGrant = await activeGrantFor(deps, agentRequest, granter)
    // Only scopes that spend image credits have a budget.
    const budget = spendsCredits(agentRequest.scopes) ? budgetChoiceOf(form) : null
    if (budget === undefined || (budget === 'keep' && activeGrant === undefined)) {
      return consentFormPage(deps, {
        handle,
        agentRequest,
        activeGrant,
        caller,
        baseUrl,
        budgetProblem: BUDGET_PROBLEM,
      })
    }
    const approved = await deps.approve(handle, granter, {
      budget,
      purchaseCents: purchaseChoiceOf(form, agentRequest.scopes),
    })
    return approved ? goTo(approvalRedirect(approved)) : expiredPage(baseUrl)
  })

/** Creates the routes of the consent page (spec image-service 5). */
export const consentRoutes = (deps: ConsentDeps): Route[] => [showRoute(deps), answerRoute(deps)]
