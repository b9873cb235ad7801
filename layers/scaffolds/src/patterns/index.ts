import type { Pattern } from '../pattern.ts'
import type { PatternId } from '../pattern-ids.ts'
import { crudApi } from './crud-api/pattern.ts'
import { httpApi } from './http-api/pattern.ts'
import { webhookReceiver } from './webhook-receiver/pattern.ts'

/** Every pattern by its id. */
export const PATTERNS: Readonly<Partial<Record<PatternId, Pattern>>> = {
  'crud-api': crudApi,
  'http-api': httpApi,
  'webhook-receiver': webhookReceiver,
}
