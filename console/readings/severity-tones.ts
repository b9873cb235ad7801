import type { Tone } from '@signet/ui'
import type { Card } from '../api/runtime.ts'

/** How a severity looks; its word stands beside. */
export const SEVERITY_TONES: Readonly<Record<Card['severity'], Tone>> = {
  info: 'neutral',
  low: 'neutral',
  medium: 'accent',
  high: 'warn',
  critical: 'danger',
}
