import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { definedMembers, invalidInput, type Route, route } from '@signet/kernel'
import { PLATFORMS } from '../contract/monitor.ts'
import { changeMonitor } from '../contract/monitors.ts'
import { type Credentials, withInputs } from '../monitors/credential-store.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import { platformsWithCredentials, refuseWrong, unverified } from './create-monitor.ts'
import { changedMeanwhile, type MonitorDeps, noSuchMonitor } from './deps.ts'
import { settingsAfter } from './monitor-input.ts'
import { monitorView } from './monitor-view.ts'

/** A platform that is enabled again starts from now. */
const sinceAfter = (
  before: MonitorRow,
  after: Pick<MonitorRow, 'enabled' | 'platforms'>,
  at: string,
): MonitorRow['since'] => {
  const isResumed = after.enabled && !before.enabled
  const begins = PLATFORMS.filter(
    (platform) => isResumed || (after.platforms[platform].enabled && !before.platforms[platform].enabled),
  )
  return { ...before.since, ...Object.fromEntries(begins.map((platform) => [platform, at])) }
}

const isSame = (one: Credentials, other: Credentials): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Stores new credentials as a new secret. The old secret remains until the row refers to the new one. */
const swapped = async (
  { credentials, monitors }: MonitorDeps,
  before: MonitorRow,
  after: MonitorRow,
  kept?: Credentials,
) => {
  if (!kept) return monitors.replace(before, after)
  const secret_ref = await credentials.keep(before, kept)
  const isDone = await monitors.replace(before, { ...after, secret_ref })
  await credentials.drop(before, isDone ? before.secret_ref : secret_ref)
  return isDone
}

/** Changes a monitor only if it is unchanged since it was read, so that no concurrent change is lost. */
export const changeMonitorRoute = (deps: MonitorDeps): Route =>
  route(changeMonitor, async ({ params: { tenantId }, body, caller }) => {
    const before = await deps.monitors.get(orgOf(caller), tenantId)
    if (!before) return noSuchMonitor()
    const {
      version,
      platforms: inputs = {},
      ingestEndpoint: endpoint = before.endpoint,
      ingestAuthToken,
      ...rest
    } = body
    if (version !== undefined && version !== before.version) return changedMeanwhile(before)
    // A token belongs to one endpoint. A member who changes the endpoint must not redirect the stored token to it.
    if (endpoint !== before.endpoint && ingestAuthToken === undefined)
      return invalidInput([{ field: 'ingestAuthToken', message: 'is required when ingestEndpoint changes' }])
    const stored = await deps.credentials.read(before, before.secret_ref)
    const credentials = withInputs({ ...stored, ...(ingestAuthToken === undefined ? {} : { ingestAuthToken }) }, inputs)
    const platforms = settingsAfter(before.platforms, inputs)
    const next: MonitorRow = { ...before, ...definedMembers(rest), endpoint, platforms }
    refuseWrong(deps, next, credentials)
    const at = deps.now().toISOString()
    const isMoved = endpoint !== before.endpoint
    if (isMoved) {
      const testTarget = { org: before.org, tenant: before.tenant, endpoint, token: credentials.ingestAuthToken }
      const { verified, status } = await deps.test({ ...testTarget, signing: before.signing })
      if (!verified) return unverified(status)
    }
    const after: MonitorRow = {
      ...next,
      version: before.version + 1,
      since: sinceAfter(before, next, at),
      credentials: platformsWithCredentials(credentials),
      updated_at: at,
      verified_at: isMoved ? at : before.verified_at,
    }
    const isDone = await swapped(deps, before, after, isSame(stored, credentials) ? undefined : credentials)
    if (!isDone) return changedMeanwhile(before)
    // Failures of the old endpoint do not count for the new one.
    if (isMoved) await deps.endpoints.reset(before)
    if (after.enabled) await deps.deliveries.send(before)
    return reply(200, monitorView(after, deps.mode))
  })
