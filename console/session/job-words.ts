import type { Tone } from '@signet/ui'
import type { Job } from '../api/images.ts'
import { capitalize } from './capitalize.ts'

const STATES: Readonly<Record<Job['state'], { readonly text: string; readonly tone: Tone }>> = {
  queued: { text: 'Queued', tone: 'neutral' },
  processing: { text: 'Processing', tone: 'accent' },
  encoding: { text: 'Encoding', tone: 'accent' },
  completed: { text: 'Completed', tone: 'ok' },
  failed: { text: 'Failed', tone: 'danger' },
  failed_encoding: { text: 'Failed while encoding', tone: 'danger' },
}

export const jobState = ({ state }: Pick<Job, 'state'>) => STATES[state]

export const isInProgress = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'queued' || state === 'processing' || state === 'encoding'

export const tierText = (tier: Job['quality_tier']): string => (tier === 'ultra_plus' ? 'Ultra plus' : capitalize(tier))
