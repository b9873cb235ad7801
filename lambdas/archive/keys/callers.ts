import { callersOf, PLATFORM_KEY_PREFIX } from '@signet/identity'
import type { Callers } from '@signet/kernel'
import { hasArchiveScope } from './scopes.ts'

/** Keys and signed-in people. A scope includes those below it. */
export const archiveCallers = (runtime: Parameters<typeof callersOf>[0]): Callers => ({
  ...callersOf(runtime, { keyPrefix: PLATFORM_KEY_PREFIX }),
  hasScope: hasArchiveScope,
})
