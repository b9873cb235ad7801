import type { TenantUsage } from '../api/images.ts'

type Entry = TenantUsage['entries'][number]

const BUCKETS: Readonly<Record<string, string>> = {
  welcome: 'Welcome credits',
  purchased: 'Purchased',
  grace: 'Carried over from an ended plan',
  subscription: 'Plan credits of this month',
}

export const bucketWords = (name: string): string => BUCKETS[name] ?? name

const ENTRIES: Readonly<Record<string, string>> = {
  welcome: 'Welcome credits',
  capture: 'Image generated',
  release: 'Returned: the image was not generated',
  pack: 'Credit pack',
  gift: 'Gifted credits',
  renewal: 'Monthly plan credits',
  end: 'Plan ended',
  expiry: 'Expired',
  clawback: 'Reversed after a refund',
}

export const entryWords = (type: string): string => ENTRIES[type] ?? type

const SPENDABLE_BUCKETS: readonly string[] = ['welcome', 'purchased', 'grace', 'subscription']

/** Returns the change in spendable credits: credits added to the organization's buckets minus credits taken out. */
export const entryChange = ({ lines }: Pick<Entry, 'lines'>): number =>
  lines.reduce(
    (sum, { from, to, credits }) =>
      sum + (SPENDABLE_BUCKETS.includes(to) ? credits : 0) - (SPENDABLE_BUCKETS.includes(from) ? credits : 0),
    0,
  )
