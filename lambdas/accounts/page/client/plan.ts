import { call } from './api.ts'
import { find, moment, write } from './dom.ts'

/** The used part of GET /api/billing. */
interface Billing {
  readonly tier: 'free' | 'pro' | 'team'
  readonly source: 'subscription' | 'override' | 'comp' | null
  readonly renewsAt: string | null
  readonly endsAt: string | null
  readonly isPastDue: boolean
  readonly hasSavedCard: boolean
  readonly credits: { readonly balance: number; readonly held: number }
  readonly mayManage: boolean
  readonly subscriptions: readonly object[]
}

const NAMES = { free: 'Free', pro: 'Pro', team: 'Team' } as const

const standing = ({ tier, source, renewsAt, endsAt, isPastDue }: Billing): (string | Node)[] => {
  const words: (string | Node)[] = [`Your organisation has the plan ${NAMES[tier]}`]
  if (endsAt !== null) words.push(', which ends on ', moment(endsAt), '. From then on it is Free.')
  else if (source === 'subscription' && renewsAt !== null) words.push(', which renews on ', moment(renewsAt), '.')
  else words.push('.')
  if (isPastDue) words.push(' A payment has failed and will be retried: see Manage payments.')
  return words
}

/** The confirmation text before the plan ends. */
const ending = ({ tier, source, renewsAt }: Billing): (string | Node)[] =>
  source === 'subscription' && renewsAt !== null
    ? [`${NAMES[tier]} is paid until `, moment(renewsAt), ' and stays until then. Nothing is charged after that.']
    : [`${NAMES[tier]} was given and ends at once.`]

const credits = ({ credits: { balance, held } }: Billing): string =>
  `${balance.toLocaleString('en')} credits for images${held > 0 ? `, and ${held} set aside for those being made` : ''}.`

const allow = (action: string, isAllowed: boolean): void => {
  const button = find<HTMLButtonElement>(`button[data-action="${action}"]`)
  if (button) button.hidden = !isAllowed
}

const show = (billing: Billing): void => {
  const { tier, endsAt, mayManage, hasSavedCard, subscriptions } = billing
  write('#plan-now', ...standing(billing))
  write('#credits', credits(billing))
  write('#downgrade-when', ...ending(billing))
  allow('upgrade', mayManage && tier === 'free')
  allow('portal', mayManage && (hasSavedCard || subscriptions.length > 0))
  allow('ask-downgrade', mayManage && tier !== 'free' && endsAt === null)
}

const ask = (): Promise<Billing> => call('GET', '/api/billing')

/** Loads and shows the plan and its actions. */
const showPlan = async (): Promise<Billing> => {
  const billing = await ask()
  show(billing)
  return billing
}

const POLL_MS = 1_000
const POLLS_MAX = 30

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the browser returns from a payment, whose plan may arrive seconds later. Each address is checked once. */
const isBackFromPayment = (): boolean => {
  const isPaid = new URLSearchParams(location.search).get('checkout') === 'done'
  if (location.search !== '') history.replaceState(null, '', location.pathname)
  return isPaid
}

/** Shows the plan when the page opens; after a payment calls `changed` once the plan is there. */
export const openPlan = async (changed: () => Promise<void>): Promise<void> => {
  const isPaid = isBackFromPayment()
  const { tier } = await showPlan()
  if (!isPaid || tier !== 'free') return
  for (let asked = 0; asked < POLLS_MAX; asked++) {
    write('#plan-now', 'Thank you. Your payment is being booked; this takes some seconds.')
    await pause(POLL_MS)
    if ((await showPlan()).tier !== 'free') return changed()
  }
}

type Next = { readonly url: string }

/** The actions of the plan's buttons. */
export const PLAN_ACTIONS = {
  upgrade: async () => location.assign((await call<Next>('POST', '/api/billing/checkout', {})).url),
  portal: async () => location.assign((await call<Next>('POST', '/api/billing/portal')).url),
  'ask-downgrade': async () => find<HTMLDialogElement>('#downgrade')?.showModal(),
  downgrade: async () => {
    find<HTMLDialogElement>('#downgrade')?.close()
    const { effectiveAt } = await call<{ readonly effectiveAt: string }>('POST', '/api/billing/downgrade')
    const billing = await ask()
    // The processor's event about the end arrives a moment later.
    show(billing.tier === 'free' ? billing : { ...billing, endsAt: effectiveAt })
    find('#plan')?.focus()
  },
} as const
