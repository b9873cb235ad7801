import type { Attributes } from '../records.ts'
import type { OtlpResource, OtlpScope } from './messages.ts'
import { attributesOf } from './values.ts'

/** Default service name of a resource without service.name (semantic conventions). */
const UNKNOWN_SERVICE = 'unknown_service'

export interface Worker {
  readonly service: string
  readonly resource: Attributes
}

export const workerOf = (resource: OtlpResource): Worker => {
  const { 'service.name': name, ...resourceAttributes } = attributesOf(resource?.attributes ?? [])
  return { service: typeof name === 'string' && name !== '' ? name : UNKNOWN_SERVICE, resource: resourceAttributes }
}

/**
 * Merges attributes. OTLP fields other than attributes are stored under `otel.`. Attributes of the record override
 * attributes of its resource.
 */
export const withContext = (
  { resource }: Worker,
  scope: OtlpScope,
  attributes: Attributes,
  otel: Attributes = {},
): Attributes => ({
  ...resource,
  ...(scope?.name && { 'otel.scope.name': scope.name }),
  ...(scope?.version && { 'otel.scope.version': scope.version }),
  ...attributes,
  ...Object.fromEntries(Object.entries(otel).filter(([, value]) => value !== undefined && value !== '')),
})
