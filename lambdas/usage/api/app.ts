import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { authenticatedApp } from '@signet/identity'
import { idempotency, managedSecret, quotas } from '@signet/kernel'
import { meters, standings, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import type { CreatedImage } from '../contract/images.ts'
import { generateImageRoute } from '../images/generate-image.ts'
import { imageCountTable } from '../images/image-count-table.ts'
import { imageRoutes } from '../images/image-routes.ts'
import { imageService } from '../images/image-service.ts'
import { quotaNotices } from '../images/quota-notices.ts'
import { lookUpOrganisation } from './look-up-organisation.ts'
import { usageRoute } from './usage-route.ts'

/** Wires the function of usage. */
export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, secrets, now, log, clients } = runtime
  const standingOf = standings({ lookUp: lookUpOrganisation(runtime), now, log })
  const secret = managedSecret({ client: secrets, id: env.PLATFORM_CALLS_SECRET, now })
  const bus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
  const notices = quotaNotices({ ...runtime, outbox: outbox({ table: outboxTable(runtime), bus, log }) })
  const counters = quotas(runtime, UPGRADE_PATH)
  const deps = {
    ...runtime,
    quotas: counters,
    meters: meters({ quotas: counters, standingOf, ceiling: Number(env.ORGANISATION_CEILING) }),
    notices,
    images: imageService({ baseUrl: env.IMAGES_API_URL, secret, now }),
    counts: imageCountTable({ ...runtime, notices }),
    requests: idempotency<CreatedImage>(runtime),
  }
  return {
    routes: [usageRoute(deps), generateImageRoute(deps), ...imageRoutes(deps)],
  }
})
