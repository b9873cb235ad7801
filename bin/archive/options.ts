import type { Call } from '@signet/command-line'
import { SERVICE_OPTIONS } from '../command-line/service-options.ts'

export const OPTIONS = {
  ...SERVICE_OPTIONS,
  name: { type: 'string' },
  'no-wait': { type: 'boolean' },
  anew: { type: 'boolean' },
  wait: { type: 'boolean' },
  limit: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  vendor: { type: 'string' },
} as const

export type ArchiveCall = Call<typeof OPTIONS>
