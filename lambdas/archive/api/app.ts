import { reply } from '@signet/contracts'
import { orgKeys } from '@signet/identity'
import { apiApp, route } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { getHealth } from '../contract/health.ts'
import { keyRoutes } from '../keys/key-routes.ts'
import { scopesOfKey } from '../keys/scopes.ts'
import { archiveCallers, KEY_PREFIX } from './callers.ts'

/** The function of the archive that callers do not wait for, wired. */
export const app = apiApp<typeof access.api>((runtime) => {
  const keys = orgKeys({ ...runtime, prefix: KEY_PREFIX, knownScopes: scopesOfKey('admin') })
  return {
    routes: [
      route(getHealth, async () => reply(200, { status: 'ok', version: runtime.env.VERSION })),
      ...keyRoutes({ keys }),
    ],
    callers: archiveCallers(runtime),
  }
})
