import type { BudgetChoice } from '@signet/oauth'
import { escaped } from '@signet/pages'
import { Budget } from '../contract/grants.ts'

/** Suggested budgets, in credits. */
const OFFERED = [50, 200, 1_000]

const choice = (value: string, text: string, isChosen: boolean): string =>
  `<label class="choice"><input type="radio" name="budget" value="${value}" required${isChosen ? ' checked' : ''}> ${text}</label>`

/** The remaining part of an earlier budget; undefined: there was none, or nothing is left. */
export type LeftBefore = number | null | undefined

const keepText = (left: number | null): string =>
  left === null ? 'Keep as it is: no limit below your balance' : `Keep what is left: ${left} credits`

/** The choices of a budget from now on. */
export const budgetPart = (left: LeftBefore, problem?: string): string => {
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
    <p>A standard image costs 2 credits; credits that it buys count, too. You can change this at any time on the page of agents.</p>
  </fieldset>`
}

/** The choice in a form; undefined if it is none of ours. */
export const budgetChoiceOf = (form: URLSearchParams): BudgetChoice | undefined => {
  const chosen = form.get('budget')
  if (chosen === 'keep') return chosen
  if (chosen === 'none') return null
  const text = (chosen === 'own' ? form.get('credits') : chosen)?.trim() ?? ''
  const credits = Budget.safeParse(/^\d{1,7}$/.test(text) ? Number(text) : undefined)
  return credits.success ? credits.data : undefined
}
