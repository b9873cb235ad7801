import { reply } from '@signet/contracts'
import { Refusal, type Route, route, warningOf } from '@signet/kernel'
import { createVariations as contract } from '../contract/variations.ts'
import { jobView } from '../jobs/job-view.ts'
import { createVariations } from './create-variations.ts'
import type { AdmitDeps } from './deps.ts'
import { quotaHeaders } from './quota-headers.ts'

/** Seconds until a poll of a variation is worth its request. */
const POLL_AFTER = '1'

export const variationRoute = (deps: AdmitDeps): Route => {
  const create = createVariations(deps)
  return route(contract, async ({ params, body, headers, caller, log, baseUrl }) => {
    const made = await create({ job_id: params.id, ...body }, headers['idempotency-key'], { caller, log })
    if (made instanceof Refusal) return made
    const { rows, isReplay, reading } = made
    const warning = warningOf(reading)
    const jobs = rows.map((row) => ({ ...jobView(row, baseUrl), ...(warning ? { warning } : {}) }))
    return reply(
      202,
      { jobs },
      {
        'retry-after': POLL_AFTER,
        ...quotaHeaders(reading, deps.now()),
        ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
      },
    )
  })
}
