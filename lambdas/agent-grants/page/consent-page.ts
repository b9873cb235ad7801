import { reply } from '@signet/contracts'
import {
  type ActiveGrant,
  AGENT_SCOPES,
  type AgentRequest,
  hasBudget,
  isLoopback,
  hasVerifiedDomain,
  redirectHostOf,
} from '@signet/identity/oauth'
import { spendableOf } from '@signet/ledger'
import { escapeHtml, type PlainPage, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'
import { budgetPart, creditsText, purchasePart } from './budget-part.ts'
import { displayName, identityHtml } from './client-words.ts'

const htmlReply = (page: PlainPage) => reply(200, plainDocument(page), plainHeaders(page))

export interface ConsentPage {
  readonly baseUrl: string
  readonly handle: string
  readonly proof: string
  readonly agentRequest: AgentRequest
  readonly standing: ActiveGrant | undefined
  readonly actsFor: string
  readonly problem?: string
  /** Limit of card charges by all agents and keys of the account per UTC day, in US cents. */
  readonly dailyCents: number
}

/** The sources of `form-action`. Chrome also applies them to redirects of the form. */
export const formTargetsOf = (redirectUri: string): readonly string[] => {
  const url = URL.parse(redirectUri)
  if (!url) return ["'self'"]
  // A policy cannot name an IPv6 address. App schemes match by scheme alone (CSP 3 2.3.1).
  const isNamed = url.origin !== 'null' && !url.hostname.startsWith('[')
  return ["'self'", isNamed ? url.origin : url.protocol]
}

const wordsOf = (scope: string): string => AGENT_SCOPES[scope as keyof typeof AGENT_SCOPES] ?? scope

const scopePart = ({ agentRequest, standing }: ConsentPage): string => {
  const granted = standing?.grant.scopes ?? []
  const items = agentRequest.scopes.map((scope) => {
    const isNew = standing !== undefined && !granted.includes(scope)
    return `<li>${isNew ? '<strong>New:</strong> ' : ''}${escapeHtml(wordsOf(scope))}</li>`
  })
  return `<h2>Requested permissions</h2><ul>${items.join('')}</ul>`
}

const warningPart = ({ redirect_uri }: AgentRequest): string =>
  isLoopback(redirect_uri)
    ? '<p class="warning"><strong>Did you start this request yourself?</strong> The response goes to a program on this computer, and any program on this computer could have sent the request. If you are not sure, select Deny.</p>'
    : ''

const spentPart = (standing: ActiveGrant | undefined): string => {
  if (standing === undefined || !hasBudget(standing.grant.scopes)) return ''
  const left = spendableOf(standing.allowance)
  const rest = left === null ? 'limited only by your balance' : `${creditsText(left)} left`
  return `<dt>Spending</dt><dd>${creditsText(standing.allowance.spent)} so far, ${rest}.</dd>`
}

const leftOf = (standing: ActiveGrant | undefined): number | null | undefined => {
  const left = standing === undefined ? undefined : spendableOf(standing.allowance)
  return left === 0 ? undefined : left
}

/** A token lasts 15 minutes. A client without a verified domain needs the user's consent each time. */
const renewalText = (agentRequest: AgentRequest): string =>
  hasVerifiedDomain(agentRequest)
    ? 'Access is renewed every 15 minutes. You are asked again only if the agent requests more permissions, or its budget is used up.'
    : 'Access lasts 15 minutes. After that, you are asked again.'

/** Renders the consent page. It works without scripts. */
export const consentPage = (page: ConsentPage) => {
  const { baseUrl, handle, proof, agentRequest, standing, actsFor, problem, dailyCents } = page
  const title = problem === undefined ? 'Authorize this agent?' : 'Choose a budget'
  const main = `
    <p>${identityHtml(agentRequest)}</p>
    ${warningPart(agentRequest)}
    <dl>
      <dt>Redirects to</dt><dd><code>${escapeHtml(redirectHostOf(agentRequest.redirect_uri))}</code></dd>
      <dt>Acts for</dt><dd>${escapeHtml(actsFor)}</dd>
      <dt>Service</dt><dd><code>${escapeHtml(agentRequest.audience)}</code></dd>
      ${spentPart(standing)}
    </dl>
    ${scopePart(page)}
    <form method="post" action="${escapeHtml(pathAt(baseUrl, '/consent'))}">
      <input type="hidden" name="request" value="${escapeHtml(handle)}">
      <input type="hidden" name="proof" value="${escapeHtml(proof)}">
      ${hasBudget(agentRequest.scopes) ? budgetPart(leftOf(standing), problem) : ''}
      ${purchasePart(agentRequest.scopes, dailyCents)}
      <div class="actions">
        <button name="answer" value="yes">Allow<span class="hidden">: ${escapeHtml(displayName(agentRequest))}</span></button>
        <button name="answer" value="no" class="quiet" formnovalidate>Deny</button>
      </div>
    </form>
    <p>You can revoke access at any time on the <a href="${escapeHtml(pathAt(baseUrl, '/agents'))}">Agents page</a>. ${renewalText(agentRequest)}</p>`
  return htmlReply({ title, main, formTargets: formTargetsOf(agentRequest.redirect_uri) })
}

export const overPage = (baseUrl: string) =>
  htmlReply({
    title: 'This request is no longer valid',
    main: `<p role="status">The request was already answered, is older than 10 minutes, or does not exist. Start again in the program that sent you here.</p>
      <p><a href="${escapeHtml(pathAt(baseUrl, '/agents'))}">Manage agents</a></p>`,
  })
