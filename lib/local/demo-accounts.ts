/** Plans of the image service. */
export type Plan = 'free' | 'pack' | 'pro' | 'agency'

/** Credits of the demo subscriptions (spec image-service 8). */
const SUBSCRIBED: Readonly<Partial<Record<Plan, number>>> = { pro: 1000, agency: 4000 }

const WELCOME = 50

/** Purchased credits that demos, tests and benchmarks do not use up. */
const PLENTY = 1_000_000

const monthOf = (now: Date) => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return {
    cycle_start: new Date(Date.UTC(year, month, 1)).toISOString(),
    cycle_end: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  }
}

/** The billing account of a demo user as the image service keeps it: its balance, and the entry that it comes from. */
export const demoAccountRows = (accountId: string, plan: Plan, now: Date): Record<string, unknown>[] => {
  const pk = `CR#${accountId}`
  const at = new Date(0).toISOString()
  const subscription = SUBSCRIBED[plan] ?? 0
  const granted = { welcome: WELCOME, purchased: PLENTY, subscription }
  const total = WELCOME + PLENTY + subscription
  const nothing = { grace: 0, grace_ends_at: '', held: 0, owed: 0, consumed: 0, expired: 0, clawed: 0 }
  const history = { epoch: 0, packs: 0, ended_at: '', opened_at: at, warned: '' }
  const lines = Object.entries(granted).flatMap(([to, credits]) =>
    credits > 0 ? [{ from: 'issued', to, credits }] : [],
  )
  return [
    { pk, sk: 'BALANCE', plan, ...granted, ...nothing, ...history, ...monthOf(now), issued: total, base: total },
    { pk, sk: `ENTRY#${at}#welcome#${accountId}`, type: 'welcome', ref: accountId, at, lines },
  ]
}
