import { apiApp } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { access } from '../contract/access.ts'
import { PAGE_PROGRAM } from '../page/page-program.ts'
import { publishedDeps } from '../views/published-deps.ts'
import { keyRoutes } from './key-routes.ts'
import { logRoutes } from './log-routes.ts'
import { verifyRoute } from './verify-route.ts'

/** Creates the public API. `pages: 'any'`: pages of any origin can read the responses. */
export const app = apiApp<typeof access.public, { readonly bucket: Bucket }>((runtime) => {
  const deps = { ...publishedDeps(runtime), program: PAGE_PROGRAM }
  return { routes: [verifyRoute(deps), ...keyRoutes(deps), ...logRoutes(deps)], pages: 'any' }
})
