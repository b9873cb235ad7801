import { reply } from '@signet/contracts'
import {
  AGENT_SCOPES,
  type AgentRequest,
  hasBudget,
  isLoopback,
  isVouchedFor,
  redirectHostOf,
  type StandingGrant,
} from '@signet/identity/oauth'
import { spendableOf } from '@signet/ledger'
import { escaped, type PlainPage, pathAt, plainDocument, plainHeaders } from '@signet/ui/pages'
import { budgetPart, purchasePart } from './budget-part.ts'
import { displayName, identityHtml } from './client-words.ts'

const htmlReply = (page: PlainPage) => reply(200, plainDocument(page), plainHeaders(page))

export interface ConsentPage {
  readonly baseUrl: string
  readonly handle: string
  readonly proof: string
  readonly asked: AgentRequest
  readonly standing: StandingGrant | undefined
  readonly actsFor: string
  readonly problem?: string
  /** What agents and keys may charge to the saved card in a day of UTC, in US cents. */
  readonly dailyCents: number
}

/** The form-action sources: Chrome also applies them to redirects of the form. */
export const formTargetsOf = (redirectUri: string): readonly string[] => {
  const url = URL.parse(redirectUri)
  if (!url) return ["'self'"]
  // A policy cannot name an IPv6 address, and matches app schemes by the scheme alone (CSP 3 2.3.1).
  const isNamed = url.origin !== 'null' && !url.hostname.startsWith('[')
  return ["'self'", isNamed ? url.origin : url.protocol]
}

const wordsOf = (scope: string): string => AGENT_SCOPES[scope as keyof typeof AGENT_SCOPES] ?? scope

const scopePart = ({ asked, standing }: ConsentPage): string => {
  const granted = standing?.grant.scopes ?? []
  const items = asked.scopes.map((scope) => {
    const isNew = standing !== undefined && !granted.includes(scope)
    return `<li>${isNew ? '<strong>New:</strong> ' : ''}${escaped(wordsOf(scope))}</li>`
  })
  return `<h2>It asks to</h2><ul>${items.join('')}</ul>`
}

const warningPart = ({ redirect_uri }: AgentRequest): string =>
  isLoopback(redirect_uri)
    ? '<p class="warning"><strong>Did you just start this yourself?</strong> The answer goes to a program on this computer. Any program here could have asked. Say no if you are not sure.</p>'
    : ''

const spentPart = (standing: StandingGrant | undefined): string => {
  if (standing === undefined || !hasBudget(standing.grant.scopes)) return ''
  const left = spendableOf(standing.allowance)
  const rest = left === null ? 'has no limit below your balance' : `may spend ${left} more`
  return `<dt>So far</dt><dd>It has spent ${standing.allowance.spent} credits and ${rest}.</dd>`
}

const leftOf = (standing: StandingGrant | undefined): number | null | undefined => {
  const left = standing === undefined ? undefined : spendableOf(standing.allowance)
  return left === 0 ? undefined : left
}

/** Access lasts 15 minutes; a client without a vouching domain must ask the person each time. */
const againText = (asked: AgentRequest): string =>
  isVouchedFor(asked)
    ? 'It asks for access every 15 minutes; you are not asked again as long as it asks for the same.'
    : 'Its access lasts 15 minutes; after that you are asked again.'

/** The page on which a person authorizes an agent. It works without scripts. */
export const consentPage = (page: ConsentPage) => {
  const { baseUrl, handle, proof, asked, standing, actsFor, problem, dailyCents } = page
  const title = problem === undefined ? 'Authorize this agent?' : 'Please choose a budget'
  const main = `
    <p>${identityHtml(asked)}</p>
    ${warningPart(asked)}
    <dl>
      <dt>The answer goes to</dt><dd><code>${escaped(redirectHostOf(asked.redirect_uri))}</code></dd>
      <dt>It acts for</dt><dd>${escaped(actsFor)}</dd>
      <dt>At</dt><dd><code>${escaped(asked.audience)}</code></dd>
      ${spentPart(standing)}
    </dl>
    ${scopePart(page)}
    <form method="post" action="${escaped(pathAt(baseUrl, '/consent'))}">
      <input type="hidden" name="request" value="${escaped(handle)}">
      <input type="hidden" name="proof" value="${escaped(proof)}">
      ${hasBudget(asked.scopes) ? budgetPart(leftOf(standing), problem) : ''}
      ${purchasePart(asked.scopes, dailyCents)}
      <div class="actions">
        <button name="answer" value="yes">Let it in<span class="hidden">: ${escaped(displayName(asked))}</span></button>
        <button name="answer" value="no" class="quiet" formnovalidate>No</button>
      </div>
    </form>
    <p>You can shut it out at any time on <a href="${escaped(pathAt(baseUrl, '/agents'))}">the page of agents</a>. ${againText(asked)}</p>`
  return htmlReply({ title, main, formTargets: formTargetsOf(asked.redirect_uri) })
}

export const overPage = (baseUrl: string) =>
  htmlReply({
    title: 'This request has expired',
    main: `<p role="status">It was answered before, is older than ten minutes, or never was. Begin again in the program that sent you here.</p>
      <p><a href="${escaped(pathAt(baseUrl, '/agents'))}">Agents that may act for you</a></p>`,
  })
