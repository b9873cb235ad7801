import { callersOf } from '@signet/identity'
import { apiApp, idempotency, managedSecret, quotas } from '@signet/kernel'
import { meters, standings, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import type { CreatedImage } from '../contract/images.ts'
import { generateImageRoute } from '../images/generate-image.ts'
import { imageCountTable } from '../images/image-count-table.ts'
import { imageRoutes } from '../images/image-routes.ts'
import { imageService } from '../images/image-service.ts'
import { lookUpOrganisation } from './look-up-organisation.ts'
import { usageRoute } from './usage-route.ts'

/** The function of usage, wired. */
export const app = apiApp<typeof access.api>((runtime) => {
  const { env, secrets, now, log } = runtime
  const standingOf = standings({ lookUp: lookUpOrganisation(runtime), now, log })
  const secret = managedSecret({ client: secrets, id: env.PLATFORM_CALLS_SECRET, now })
  const counters = quotas(runtime, UPGRADE_PATH)
  const deps = {
    ...runtime,
    quotas: counters,
    meters: meters({ quotas: counters, standingOf }),
    images: imageService({ baseUrl: env.IMAGES_API_URL, secret, now }),
    counts: imageCountTable(runtime),
    requests: idempotency<CreatedImage>(runtime),
  }
  return {
    routes: [usageRoute(deps), generateImageRoute(deps), ...imageRoutes(deps)],
    callers: callersOf(runtime, { keyPrefix: 'plat_' }),
  }
})
