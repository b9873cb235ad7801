import { reply } from '@signet/contracts'
import { type Clock, invalidInput, notFound, type Route, refusal, route } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier, type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import { senderFault } from '@signet/telemetry'
import { EVERY_WORKER } from '../contract/rules.ts'
import { changeSlo, createSlo, getSlo, listSlos, removeSlo, type SloWithoutAttainment } from '../contract/slos.ts'
import { titleFaults } from '../rules/rule-faults.ts'
import type { SloRow, SloTable } from '../rules/rule-table.ts'
import { telemetryOwnerOf } from '../workers/windows.ts'
import type { WorkerTable } from '../workers/worker-table.ts'
import { type AttainmentDeps, attainmentReader } from './attainment.ts'

export interface SloDeps extends AttainmentDeps {
  readonly slos: SloTable
  readonly workers: Pick<WorkerTable, 'all'>
  readonly tierStatusOf: TierStatusOf
  readonly now: Clock
}

const noSuchSlo = () => notFound('The SLO does not exist')

const viewOf = ({
  id,
  name,
  worker,
  indicator,
  objective,
  window_days,
  created_at,
  updated_at,
}: SloRow): SloWithoutAttainment => ({
  id,
  name,
  worker,
  indicator,
  objective,
  window_days,
  created_at,
  updated_at,
})

const sloLimitReached = (tier: PlatformTier) => {
  const { slos: limit } = OBSERVABILITY_TERMS[tier]
  const extras = { tier, limit, upgrade: UPGRADE_PATH }
  return refusal('slo_limit', `The organization has reached the SLO limit of the ${tier} plan (${limit})`, { extras })
}

/** @throws Refusal 400 for an invalid worker name or a title with unprintable characters */
const refuseFaults = ({ worker, name = '' }: { readonly worker: string; readonly name?: string }): void => {
  const message = worker === EVERY_WORKER ? 'must be the name of one worker' : senderFault(worker)
  const faults = [...titleFaults(name), ...(message === undefined ? [] : [{ field: 'worker', message }])]
  if (faults.length > 0) throw invalidInput(faults)
}

export const sloRoutes = (deps: SloDeps): Route[] => {
  const readAttainment = attainmentReader(deps)
  return [
    route(listSlos, async ({ caller }) => {
      const { tenant, org } = telemetryOwnerOf(caller)
      const [rows, { tier }] = await Promise.all([deps.slos.all(tenant), deps.tierStatusOf(org)])
      return reply(200, { slos: rows.map(viewOf), limit: OBSERVABILITY_TERMS[tier].slos })
    }),
    route(createSlo, async ({ body: { name, ...fields }, caller }) => {
      const owner = telemetryOwnerOf(caller)
      refuseFaults({ name, ...fields })
      const { tier } = await deps.tierStatusOf(owner.org)
      const saved = await deps.slos.add({ ...owner, name, limit: OBSERVABILITY_TERMS[tier].slos }, fields)
      if (saved === 'taken')
        return refusal('conflict', `An SLO with the name "${name}" already exists. Update it or choose another name`)
      return typeof saved === 'string' ? sloLimitReached(tier) : reply(201, viewOf(saved))
    }),
    route(getSlo, async ({ params: { id }, caller }) => {
      const { tenant, org } = telemetryOwnerOf(caller)
      const slo = await deps.slos.get(tenant, id)
      if (slo === undefined) return noSuchSlo()
      const [{ tier }, workers] = await Promise.all([deps.tierStatusOf(org), deps.workers.all(tenant)])
      const worker = workers.find(({ name }) => name === slo.worker)
      // An unknown or removed worker has no figures.
      const floor = worker === undefined || worker.isRemoved ? Number.MAX_SAFE_INTEGER : worker.floor
      const scope = { tenant, now: deps.now(), retentionHours: OBSERVABILITY_TERMS[tier].retentionHours, floor }
      return reply(200, { ...viewOf(slo), attained: await readAttainment(slo, scope) })
    }),
    route(changeSlo, async ({ params: { id }, body, caller }) => {
      refuseFaults(body)
      const saved = await deps.slos.change(telemetryOwnerOf(caller).tenant, id, body)
      return saved ? reply(200, viewOf(saved)) : noSuchSlo()
    }),
    route(removeSlo, async ({ params: { id }, caller }) => {
      const removal = await deps.slos.remove(telemetryOwnerOf(caller).tenant, id)
      if (removal === undefined) return noSuchSlo()
      if (removal === 'removed') return reply(204)
      return refusal(
        'conflict',
        `Rules use the burn rate of the SLO. Remove these rules first: ${removal.map((name) => `"${name}"`).join(', ')}`,
      )
    }),
  ]
}
