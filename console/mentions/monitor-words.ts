import type { Tone } from '@signet/ui'
import type { ListSentimentCyclesOutput, SentimentMonitor } from '../api/sentiment.ts'

type Platform = keyof SentimentMonitor['platforms']
type Cycle = ListSentimentCyclesOutput['cycles'][number]

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  microblog: 'Microblog',
  reviews: 'Reviews',
  social: 'Social networks',
}

export const platformsOf = ({ platforms }: Pick<SentimentMonitor, 'platforms'>): string => {
  const names = Object.entries(PLATFORM_NAMES).filter(([name]) => platforms[name as Platform].enabled)
  return names.length === 0 ? 'None' : names.map(([, text]) => text).join(', ')
}

const OUTCOMES: Readonly<Record<Cycle['outcome'], { readonly text: string; readonly tone: Tone }>> = {
  done: { text: 'Read', tone: 'ok' },
  truncated: { text: 'Read in part: the rest comes with the next cycles', tone: 'warn' },
  rate_limited: { text: 'The platform asks us to wait', tone: 'warn' },
  quota_gone: { text: 'The quota at the platform is used up', tone: 'danger' },
  auth_failed: { text: 'The platform refuses the credentials', tone: 'danger' },
  bad_query: { text: 'The platform refuses a query', tone: 'danger' },
  budget_spent: { text: 'The budget of the day is spent', tone: 'warn' },
  failed: { text: 'Failed: it is tried again', tone: 'danger' },
}

export const outcomeOf = ({ outcome }: Pick<Cycle, 'outcome'>) => OUTCOMES[outcome]

export const haltWords = (outcome: Cycle['outcome']): string => OUTCOMES[outcome].text

export const endpointWords = ({ state, failures }: ListSentimentCyclesOutput['endpoint']): string => {
  if (state === 'closed') return failures === 0 ? 'It takes what is sent' : `${failures} attempts have failed in a row`
  if (state === 'open') return `Nothing is sent for now: ${failures} attempts have failed in a row`
  return 'It is switched off after too many failures'
}
