import type { BudgetChoice } from '@signet/identity/oauth'
import { PACKS, PURCHASE_CENTS, PURCHASES_PER_HOUR } from '@signet/ledger'
import { escaped } from '@signet/ui/pages'
import { Budget, PurchaseCents } from '../contract/grants.ts'

/** Suggested budgets, in credits. */
const OFFERED = [50, 200, 1_000]

const choice = (value: string, text: string, isChosen: boolean): string =>
  `<label class="choice"><input type="radio" name="budget" value="${value}" required${isChosen ? ' checked' : ''}> ${text}</label>`

/** The remaining part of an earlier budget; undefined: there was none, or nothing is left. */
export type RemainingBudget = number | null | undefined

const keepText = (left: number | null): string =>
  left === null ? 'Keep as it is: no limit below your balance' : `Keep what is left: ${left} credits`

export const budgetPart = (left: RemainingBudget, problem?: string): string => {
  const error =
    problem === undefined ? '' : `<p class="warning" role="alert" id="budget-problem">${escaped(problem)}</p>`
  const keep = left === undefined ? '' : choice('keep', keepText(left), true)
  const offered = OFFERED.map((credits, i) =>
    choice(String(credits), `${credits.toLocaleString('en')} credits`, left === undefined && i === 0),
  )
  return `<fieldset${problem === undefined ? '' : ' aria-describedby="budget-problem"'}>
    <legend>How much may it spend from now on?</legend>${error}
    ${keep}${offered.join('')}
    ${choice('own', 'My own number', false)}
    <label>Credits, if you chose your own number <input name="credits" inputmode="numeric" pattern="[0-9]{1,7}" maxlength="7" autocomplete="off"></label>
    ${choice('none', 'No limit below your balance', false)}
    <p>A standard image costs 2 credits. You can change this at any time on the page of agents.</p>
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

/** Suggested ceilings of purchases, in US cents. */
const CEILINGS = [1_250, PURCHASE_CENTS, 5_000, 10_000]

const BUYING = 'billing:purchase'

export const usd = (cents: number): string => `${(cents / 100).toFixed(2)} USD`

/**
 * The choice of how much an agent that asks to buy may charge; nothing for others. `dailyCents`: the limit of the whole
 * account in a day of UTC.
 */
export const purchasePart = (scopes: readonly string[], dailyCents: number): string => {
  if (!scopes.includes(BUYING)) return ''
  const packs = Object.values(PACKS).map(({ credits, cents }) => `${credits} credits for ${usd(cents)}`)
  const options = CEILINGS.map(
    (cents) => `<option value="${cents}"${cents === PURCHASE_CENTS ? ' selected' : ''}>${usd(cents)}</option>`,
  )
  return `<p class="warning">It may charge your saved card without asking you again: ${packs.join(' or ')}.</p>
    <label>It may charge from now on, at most <select name="purchases">${options.join('')}</select></label>
    <p>All agents and keys of the account together make at most ${PURCHASES_PER_HOUR} purchases an hour, for ${usd(dailyCents)} a day.</p>`
}

/** The ceiling in a form, in US cents; undefined for an agent that did not ask to buy, and for none of ours. */
export const purchaseChoiceOf = (form: URLSearchParams, scopes: readonly string[]): number | undefined =>
  scopes.includes(BUYING) ? PurchaseCents.safeParse(Number(form.get('purchases') ?? PURCHASE_CENTS)).data : undefined
