import type { Tone } from '@signet/ui'
import type { ListSentimentCyclesOutput, SentimentMonitor } from '../api/sentiment.ts'
import { formatCount } from '../session/amounts.ts'

type Platform = keyof SentimentMonitor['platforms']
type Cycle = ListSentimentCyclesOutput['cycles'][number]

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  microblog: 'Microblog',
  reviews: 'Reviews',
  social: 'Social networks',
}

export const platformNames = ({ platforms }: Pick<SentimentMonitor, 'platforms'>): string => {
  const names = Object.entries(PLATFORM_NAMES).filter(([name]) => platforms[name as Platform].enabled)
  return names.length === 0 ? 'None' : names.map(([, text]) => text).join(', ')
}

const OUTCOMES: Readonly<Record<Cycle['outcome'], { readonly text: string; readonly tone: Tone }>> = {
  done: { text: 'Completed', tone: 'ok' },
  truncated: { text: 'Partly completed: continues in the next cycles', tone: 'warn' },
  rate_limited: { text: 'Rate limited by the platform', tone: 'warn' },
  quota_exhausted: { text: 'The platform quota is used up', tone: 'danger' },
  auth_failed: { text: 'The platform rejected the credentials', tone: 'danger' },
  bad_query: { text: 'The platform rejected a query', tone: 'danger' },
  budget_spent: { text: 'The daily budget is used up', tone: 'warn' },
  failed: { text: 'Failed: will be retried', tone: 'danger' },
}

export const outcomeOf = ({ outcome }: Pick<Cycle, 'outcome'>) => OUTCOMES[outcome]

export const haltReason = (outcome: Cycle['outcome']): string => OUTCOMES[outcome].text

/** Describes the circuit breaker of an endpoint: `closed` delivers, `open` suspends deliveries. */
export const endpointWords = ({ state, failures }: ListSentimentCyclesOutput['endpoint']): string => {
  if (state === 'closed')
    return failures === 0 ? 'Accepting batches' : `${formatCount(failures, 'consecutive attempt')} failed`
  if (state === 'open') return `Delivery suspended: ${formatCount(failures, 'consecutive attempt')} failed`
  return 'Disabled after too many failures'
}
