import type { Pattern } from '../pattern.ts'
import type { PatternId } from '../pattern-ids.ts'
import { webhookReceiver } from './webhook-receiver/pattern.ts'

/** Every pattern by its id. */
export const PATTERNS: Readonly<Partial<Record<PatternId, Pattern>>> = {
  'webhook-receiver': webhookReceiver,
}
