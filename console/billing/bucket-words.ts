import type { TenantUsage } from '../api/images.ts'

type Entry = TenantUsage['entries'][number]

const BUCKETS: Readonly<Record<string, string>> = {
  welcome: 'Welcome credits',
  purchased: 'Bought',
  grace: 'Kept from an ended plan',
  subscription: 'Of the plan, this month',
}

export const bucketWords = (name: string): string => BUCKETS[name] ?? name

const ENTRIES: Readonly<Record<string, string>> = {
  welcome: 'Welcome credits',
  capture: 'Image',
  release: 'Given back: the image was not made',
  pack: 'Credits bought',
  gift: 'Credits given',
  renewal: 'Month of the plan',
  end: 'End of the plan',
  expiry: 'Expired',
  clawback: 'Taken back after a refund',
}

export const entryWords = (type: string): string => ENTRIES[type] ?? type

const OWN: readonly string[] = ['welcome', 'purchased', 'grace', 'subscription']

/** What an entry adds to what may be spent: credits into the organization's buckets less those out of them. */
export const entryChange = ({ lines }: Pick<Entry, 'lines'>): number =>
  lines.reduce(
    (sum, { from, to, credits }) => sum + (OWN.includes(to) ? credits : 0) - (OWN.includes(from) ? credits : 0),
    0,
  )
