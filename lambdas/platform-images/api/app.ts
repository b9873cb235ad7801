import { siblingsOf } from '@signet/http-client/siblings'
import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { idempotency, quotas } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { meters, organizationRecords, quotaNotices, tierStatuses, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import type { CreatedImage } from '../contract/images.ts'
import { imageCountTable } from '../counts/image-count-table.ts'
import { generateImageRoute } from './generate-image.ts'
import { imageRoutes } from './image-routes.ts'
import { imageService } from './image-service.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, now, log } = runtime
  const tierStatusOf = tierStatuses({ lookUp: organizationRecords(runtime, organizationCreatedAt(runtime)), now, log })
  const notices = quotaNotices({ ...runtime, outbox: functionOutbox(runtime) })
  const counters = quotas(runtime, UPGRADE_PATH)
  const deps = {
    ...runtime,
    quotas: counters,
    meters: meters({ quotas: counters, tierStatusOf, ceiling: Number(env.ORGANIZATION_CEILING) }),
    notices,
    images: imageService(siblingsOf<typeof access.api>(runtime).images),
    counts: imageCountTable({ ...runtime, notices }),
    requests: idempotency<CreatedImage>(runtime),
  }
  return {
    routes: [generateImageRoute(deps), ...imageRoutes(deps)],
  }
})
