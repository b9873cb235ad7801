import type { Call, FlagsOf } from '@signet/command-line'
import { SERVICE_OPTIONS } from '../command-line/service-options.ts'

export const OPTIONS = {
  ...SERVICE_OPTIONS,
  tier: { type: 'string' },
  'provider-a-model': { type: 'string' },
  'edge-model': { type: 'string' },
  'aspect-ratio': { type: 'string' },
  seed: { type: 'string' },
  output: { type: 'string' },
  sync: { type: 'boolean' },
  wait: { type: 'string' },
  deadline: { type: 'string' },
  'webhook-url': { type: 'string' },
  'dry-run': { type: 'boolean' },
  cursor: { type: 'string' },
} as const

export type ImagesFlags = FlagsOf<typeof OPTIONS>
export type ImagesCall = Call<typeof OPTIONS>
