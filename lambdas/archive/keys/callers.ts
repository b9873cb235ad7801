import { callersOf } from '@signet/identity'
import type { Callers } from '@signet/kernel'
import { hasArchiveScope } from './scopes.ts'

/** How keys of the archive begin: as those of the platform. */
export const KEY_PREFIX = 'plat_'

/** Keys and signed-in people; a scope includes those below it. */
export const archiveCallers = (runtime: Parameters<typeof callersOf>[0]): Callers => ({
  ...callersOf(runtime, { keyPrefix: KEY_PREFIX }),
  hasScope: hasArchiveScope,
})
