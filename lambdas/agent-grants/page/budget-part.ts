import type { BudgetChoice } from '@signet/identity/oauth'
import { PACKS, PURCHASE_CENTS, PURCHASES_PER_HOUR } from '@signet/ledger'
import { escapeHtml } from '@signet/ui/pages'
import { Budget, PurchaseCents } from '../contract/grants.ts'

/** Suggested budgets, in credits. */
const SUGGESTED_CREDITS = [50, 200, 1_000]

const choice = (value: string, text: string, isChosen: boolean): string =>
  `<label class="choice"><input type="radio" name="budget" value="${value}" required${isChosen ? ' checked' : ''}> ${text}</label>`

/** Remaining credits of the earlier budget; null: no limit; undefined: no earlier budget, or none of it is left. */
export type RemainingBudget = number | null | undefined

/** Formats a number of credits, such as `1 credit` or `1,000 credits`. */
export const creditsText = (credits: number): string =>
  `${credits.toLocaleString('en')} ${credits === 1 ? 'credit' : 'credits'}`

const keepText = (remaining: number | null): string =>
  remaining === null ? 'Keep the current setting: no limit' : `Keep the remaining budget: ${creditsText(remaining)}`

/** Returns the form part for the budget. `account`: the account whose balance the agent uses. */
export const budgetPart = (remaining: RemainingBudget, account: string, problem?: string): string => {
  const error =
    problem === undefined ? '' : `<p class="warning" role="alert" id="budget-problem">${escapeHtml(problem)}</p>`
  const keep = remaining === undefined ? '' : choice('keep', keepText(remaining), true)
  const suggestedChoices = SUGGESTED_CREDITS.map((credits, i) =>
    choice(String(credits), creditsText(credits), remaining === undefined && i === 0),
  )
  return `<fieldset${problem === undefined ? '' : ' aria-describedby="budget-problem"'}>
    <legend>Credit budget: at most this many credits until you change it</legend>${error}
    ${keep}${suggestedChoices.join('')}
    ${choice('own', 'Custom amount', false)}
    <label>Custom amount in credits <input name="credits" inputmode="numeric" pattern="[0-9]{1,7}" maxlength="7" autocomplete="off"></label>
    ${choice('none', `No limit: the agent can use the whole balance of ${escapeHtml(account)}`, false)}
    <p>A standard image costs 2 credits. You can change the budget at any time on the Connected agents page. If you are asked again, you can keep the remaining budget or choose a new one.</p>
  </fieldset>`
}

export const budgetChoiceOf = (form: URLSearchParams): BudgetChoice | undefined => {
  const chosen = form.get('budget')
  if (chosen === 'keep') return chosen
  if (chosen === 'none') return null
  const text = (chosen === 'own' ? form.get('credits') : chosen)?.trim() ?? ''
  const credits = Budget.safeParse(/^\d{1,7}$/.test(text) ? Number(text) : undefined)
  return credits.success ? credits.data : undefined
}

/** Suggested purchase limits, in US cents. */
const SUGGESTED_CENTS = [1_250, PURCHASE_CENTS, 5_000, 10_000]

const PURCHASE_SCOPE = 'billing:purchase'

export const usd = (cents: number): string => `${(cents / 100).toFixed(2)} USD`

/**
 * Returns the form part for the purchase limit; empty without the purchase scope. `dailyCents`: limit of the whole
 * account per UTC day.
 */
export const purchasePart = (scopes: readonly string[], account: string, dailyCents: number): string => {
  if (!scopes.includes(PURCHASE_SCOPE)) return ''
  const packs = Object.values(PACKS).map(({ credits, cents }) => `${creditsText(credits)} for ${usd(cents)}`)
  const options = SUGGESTED_CENTS.map(
    (cents) => `<option value="${cents}"${cents === PURCHASE_CENTS ? ' selected' : ''}>${usd(cents)}</option>`,
  )
  return `<p class="warning">This agent can charge your saved card without asking you again. Available packs: ${packs.join(', ')}.</p>
    <label>Purchase limit: at most this amount until you change it <select name="purchases">${options.join('')}</select></label>
    <p>Bought credits are added to the balance of ${escapeHtml(account)}. The agent still spends at most its credit budget. If you are asked again, the limit that you then choose replaces the remaining one.</p>
    <p>All agents and API keys of ${escapeHtml(account)} together can make at most ${PURCHASES_PER_HOUR} purchases per hour, up to ${usd(dailyCents)} per day (UTC).</p>`
}

/** Returns the chosen purchase limit in US cents; undefined without the purchase scope, and for an invalid value. */
export const purchaseChoiceOf = (form: URLSearchParams, scopes: readonly string[]): number | undefined =>
  scopes.includes(PURCHASE_SCOPE)
    ? PurchaseCents.safeParse(Number(form.get('purchases') ?? PURCHASE_CENTS)).data
    : undefined
