import { spendableOf } from '@signet/ledger'
import { AGENT_SCOPES, type StandingGrant } from '@signet/oauth'
import { escaped, pathAt } from '@signet/pages'
import { identityHtml, shownName } from './client-words.ts'
import { htmlReply } from './html-reply.ts'

/** A grant for the page. */
export interface ShownGrant extends StandingGrant {
  /** The account for which it acts, in words. */
  readonly actsFor: string
  readonly proof: string
}

const NOTICES: Readonly<Record<string, string>> = {
  revoked: 'The agent is revoked.',
  changed: 'The budget is changed.',
  unknown: 'There is no such agent any more.',
  invalid: 'A budget is a whole number of credits from 0 to 1,000,000, or of US cents from 0 to 100,000.',
}

const time = (iso: string): string =>
  `<time datetime="${escaped(iso)}">${escaped(iso.slice(0, 16).replace('T', ' '))} UTC</time>`

const leftText = (left: number | null): string => (left === null ? 'no limit below your balance' : `${left} credits`)

interface FormParts {
  readonly action: string
  readonly hidden: string
  readonly of: string
}

/** What an agent with the right to buy may still charge. */
const chargePart = (scopes: readonly string[], centsLeft: number, { action, hidden, of }: FormParts): string =>
  scopes.includes('billing:purchase')
    ? `<form method="post" action="${action}" class="actions">${hidden}
      <label>May charge to your card from now on${of}, in US cents <input name="cents" inputmode="numeric" pattern="[0-9]{1,6}" maxlength="6" autocomplete="off" value="${centsLeft}"></label>
      <button name="change" value="purchases">Set ceiling${of}</button>
    </form>`
    : ''

const grantPart = ({ grant, allowance, actsFor, proof }: ShownGrant, baseUrl: string): string => {
  const name = escaped(shownName(grant))
  const action = escaped(pathAt(baseUrl, '/dashboard/agents'))
  const hidden = `<input type="hidden" name="grant" value="${escaped(grant.id)}"><input type="hidden" name="proof" value="${escaped(proof)}">`
  const scopes = grant.scopes.map(
    (scope) => `<li>${escaped(AGENT_SCOPES[scope as keyof typeof AGENT_SCOPES] ?? scope)}</li>`,
  )
  const of = `<span class="hidden"> of ${name}</span>`
  return `<article aria-labelledby="grant-${escaped(grant.id)}">
    <h2 id="grant-${escaped(grant.id)}">${name}</h2>
    <p>${identityHtml(grant)}</p>
    <ul>${scopes.join('')}</ul>
    <dl>
      <dt>Acts for</dt><dd>${escaped(actsFor)}</dd>
      <dt>At</dt><dd><code>${escaped(grant.audience)}</code></dd>
      <dt>Has spent</dt><dd>${allowance.spent} credits</dd>
      <dt>May still spend</dt><dd>${leftText(spendableOf(allowance))}</dd>
      <dt>Let in</dt><dd>${time(grant.created_at)}</dd>
      <dt>Last asked</dt><dd>${time(grant.used_at)}</dd>
    </dl>
    <form method="post" action="${action}" class="actions">${hidden}
      <label>Budget in all${of} <input name="credits" inputmode="numeric" pattern="[0-9]{1,7}" maxlength="7" autocomplete="off" value="${allowance.budget ?? ''}"></label>
      <button name="change" value="budget">Set budget${of}</button>
      <button name="change" value="unlimited" class="quiet" formnovalidate>No limit${of}</button>
    </form>
    ${chargePart(grant.scopes, allowance.centsLeft, { action, hidden, of })}
    <form method="post" action="${action}" class="actions">${hidden}
      <button name="change" value="revoke">Shut out<span class="hidden"> ${name}</span></button>
    </form>
  </article>`
}

/** The agents that a person has authorised, each with its rights and a button to revoke it. */
export const grantsPage = (baseUrl: string, grants: readonly ShownGrant[], notice: string | undefined) => {
  const text = notice !== undefined && Object.hasOwn(NOTICES, notice) ? NOTICES[notice] : undefined
  const status = text === undefined ? '' : `<p role="status">${escaped(text)}</p>`
  const none = '<p>You have let no agent in.</p>'
  const main = `${status}${grants.length === 0 ? none : grants.map((each) => grantPart(each, baseUrl)).join('')}`
  const links = [{ title: 'Dashboard', href: pathAt(baseUrl, '/dashboard') }]
  return htmlReply({ title: 'Agents that may act for you', main, links, formTargets: ["'self'"] })
}
