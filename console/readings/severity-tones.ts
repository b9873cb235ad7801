import type { Tone } from '@signet/ui'
import type { Card } from '../api/runtime.ts'

export const SEVERITY_TONES: Readonly<Record<Card['severity'], Tone>> = {
  info: 'neutral',
  low: 'neutral',
  medium: 'accent',
  high: 'warn',
  critical: 'danger',
}
