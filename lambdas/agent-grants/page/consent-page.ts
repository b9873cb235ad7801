import { reply } from '@signet/contracts'
import {
  type ActiveGrant,
  AGENT_SCOPES,
  type AgentRequest,
  hasVerifiedDomain,
  isLoopback,
  redirectHostOf,
  spendsCredits,
} from '@signet/identity/oauth'
import { spendableOf } from '@signet/ledger'
import { escapeHtml, type PlainPage, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'
import { budgetPart, creditsText, purchasePart, type RemainingBudget } from './budget-part.ts'
import { displayName, domainOf, identityHtml } from './client-words.ts'

const htmlReply = (page: PlainPage) => reply(200, plainDocument(page), plainHeaders(page))

export interface ConsentPage {
  readonly baseUrl: string
  readonly handle: string
  readonly formProof: string
  readonly agentRequest: AgentRequest
  readonly activeGrant: ActiveGrant | undefined
  /** The account that the agent acts for and whose balance it uses. */
  readonly account: string
  readonly budgetProblem?: string
  /** Limit of card charges by all agents and keys of the account per UTC day, in US cents. */
  readonly dailyCents: number
}

/**
 * Returns the sources of the CSP directive `form-action`. Chrome also applies them to redirects after the form is sent.
 */
export const formTargetsOf = (redirectUri: string): readonly string[] => {
  const url = URL.parse(redirectUri)
  if (!url) return ["'self'"]
  // A policy cannot name an IPv6 address. App schemes match by scheme alone (CSP 3 2.3.1).
  const hasNamedHost = url.origin !== 'null' && !url.hostname.startsWith('[')
  return ["'self'", hasNamedHost ? url.origin : url.protocol]
}

const scopeTexts = (scope: string): readonly string[] => AGENT_SCOPES[scope as keyof typeof AGENT_SCOPES] ?? [scope]

const scopePart = ({ baseUrl, agentRequest, activeGrant }: ConsentPage): string => {
  const granted = activeGrant?.grant.scopes ?? []
  const items = agentRequest.scopes.flatMap((scope) => {
    const isNew = activeGrant !== undefined && !granted.includes(scope)
    return scopeTexts(scope).map((text) => `<li>${isNew ? '<strong>New:</strong> ' : ''}${escapeHtml(text)}</li>`)
  })
  const overviewUrl = escapeHtml(pathAt(baseUrl, '/'))
  const quota = agentRequest.scopes.includes('runtime:run')
    ? `<p>The <a href="${overviewUrl}">Overview page</a> shows how many scaffolds you have used, and your monthly limit.</p>`
    : ''
  return `<h2>Requested permissions</h2><ul>${items.join('')}</ul>${quota}`
}

const serviceName = ({ scopes }: AgentRequest): string =>
  spendsCredits(scopes) ? 'Signet Images' : 'Signet projects and AI advisers (such as a CTO)'

const returnText = ({ redirect_uri }: AgentRequest): string => {
  const host = `<code>${escapeHtml(redirectHostOf(redirect_uri))}</code>`
  return isLoopback(redirect_uri) ? `A program on this computer (${host})` : host
}

const warning = (reason: string): string =>
  `<p class="warning"><strong>Did you start this request yourself?</strong> ${reason} If you are not sure, select Deny.</p>`

const warningPart = (agentRequest: AgentRequest): string => {
  if (isLoopback(agentRequest.redirect_uri))
    return warning('If you allow it, a program on this computer gets access. Signet cannot identify the program.')
  return domainOf(agentRequest) !== undefined ? '' : warning('Signet could not verify who operates this agent.')
}

const spentPart = ({ activeGrant, account }: ConsentPage): string => {
  if (activeGrant === undefined || !spendsCredits(activeGrant.grant.scopes)) return ''
  const remaining = spendableOf(activeGrant.allowance)
  const remainingText =
    remaining === null ? `limited only by the balance of ${escapeHtml(account)}` : `${creditsText(remaining)} left`
  return `<dt>Spending</dt><dd>${creditsText(activeGrant.allowance.spent)} so far, ${remainingText}.</dd>`
}

/** Returns the remaining budget. A used-up budget is returned as undefined. */
const remainingBudgetOf = (activeGrant: ActiveGrant | undefined): RemainingBudget => {
  const left = activeGrant === undefined ? undefined : spendableOf(activeGrant.allowance)
  return left === 0 ? undefined : left
}

/** A token lasts 15 minutes. A client without a verified domain needs the user's consent each time. */
const renewalText = (agentRequest: AgentRequest): string =>
  hasVerifiedDomain(agentRequest)
    ? 'Access continues until you revoke it. You are asked again only if the agent requests more permissions, or its budget is used up.'
    : 'Access lasts 15 minutes. After that, you are asked again.'

/** Renders the consent page. It works without scripts. */
export const consentPage = (page: ConsentPage) => {
  const { baseUrl, handle, formProof, agentRequest, activeGrant, account, budgetProblem, dailyCents } = page
  const title = budgetProblem === undefined ? 'Authorize this agent?' : 'Choose a budget'
  const main = `
    <p>${identityHtml(agentRequest)}</p>
    ${warningPart(agentRequest)}
    <dl>
      <dt>After your answer, you return to</dt><dd>${returnText(agentRequest)}</dd>
      <dt>Acts for</dt><dd>${escapeHtml(account)}</dd>
      <dt>Access to</dt><dd>${serviceName(agentRequest)} (<code>${escapeHtml(agentRequest.audience)}</code>)</dd>
      ${spentPart(page)}
    </dl>
    ${scopePart(page)}
    <form method="post" action="${escapeHtml(pathAt(baseUrl, '/consent'))}">
      <input type="hidden" name="request" value="${escapeHtml(handle)}">
      <input type="hidden" name="proof" value="${escapeHtml(formProof)}">
      ${spendsCredits(agentRequest.scopes) ? budgetPart(remainingBudgetOf(activeGrant), account, budgetProblem) : ''}
      ${purchasePart(agentRequest.scopes, account, dailyCents)}
      <div class="actions">
        <button name="answer" value="yes">Allow<span class="hidden">: ${escapeHtml(displayName(agentRequest))}</span></button>
        <button name="answer" value="no" class="quiet" formnovalidate>Deny</button>
      </div>
    </form>
    <p>You can revoke access at any time on the <a href="${escapeHtml(pathAt(baseUrl, '/agents'))}">Connected agents page</a>. ${renewalText(agentRequest)}</p>`
  return htmlReply({ title, main, formTargets: formTargetsOf(agentRequest.redirect_uri) })
}

export const expiredPage = (baseUrl: string) =>
  htmlReply({
    title: 'This request is no longer valid',
    main: `<p role="status">The request was already answered, is older than 10 minutes, or does not exist. Start again in the program that sent you here.</p>
      <p><a href="${escapeHtml(pathAt(baseUrl, '/agents'))}">Manage connected agents</a></p>`,
  })
