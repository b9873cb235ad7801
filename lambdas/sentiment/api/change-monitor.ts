import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { definedMembers, invalidInput, type Route, route } from '@signet/kernel'
import { PLATFORMS } from '../contract/monitor.ts'
import { changeMonitor } from '../contract/monitors.ts'
import { type Credentials, withInputs } from '../monitors/credential-store.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import { endpointUnverified, platformsWithCredentials, refuseInvalidMonitor } from './create-monitor.ts'
import { type MonitorDeps, noSuchMonitor, versionConflict } from './deps.ts'
import { settingsAfter } from './monitor-input.ts'
import { monitorView } from './monitor-view.ts'

/** Returns the start times of the platforms. A platform that is enabled again starts at `at`. */
const sinceAfter = (
  before: MonitorRow,
  after: Pick<MonitorRow, 'enabled' | 'platforms'>,
  at: string,
): MonitorRow['since'] => {
  const isResumed = after.enabled && !before.enabled
  const startedPlatforms = PLATFORMS.filter(
    (platform) => isResumed || (after.platforms[platform].enabled && !before.platforms[platform].enabled),
  )
  return { ...before.since, ...Object.fromEntries(startedPlatforms.map((platform) => [platform, at])) }
}

const hasSameCredentials = (one: Credentials, other: Credentials): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Stores new credentials as a new secret. The old secret remains until the row refers to the new one. */
const replaceMonitor = async (
  { credentials, monitors }: MonitorDeps,
  before: MonitorRow,
  after: MonitorRow,
  newCredentials?: Credentials,
) => {
  if (!newCredentials) return monitors.replace(before, after)
  const secret_ref = await credentials.store(before, newCredentials)
  const isReplaced = await monitors.replace(before, { ...after, secret_ref })
  await credentials.delete(before, isReplaced ? before.secret_ref : secret_ref)
  return isReplaced
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
    if (version !== undefined && version !== before.version) return versionConflict(before)
    // A token belongs to one endpoint. A member who changes the endpoint must not redirect the stored token to it.
    if (endpoint !== before.endpoint && ingestAuthToken === undefined)
      return invalidInput([{ field: 'ingestAuthToken', message: 'is required when ingestEndpoint changes' }])
    const stored = await deps.credentials.read(before, before.secret_ref)
    const credentials = withInputs({ ...stored, ...(ingestAuthToken === undefined ? {} : { ingestAuthToken }) }, inputs)
    const platforms = settingsAfter(before.platforms, inputs)
    const next: MonitorRow = { ...before, ...definedMembers(rest), endpoint, platforms }
    refuseInvalidMonitor(deps, next, credentials)
    const at = deps.now().toISOString()
    const isEndpointChanged = endpoint !== before.endpoint
    if (isEndpointChanged) {
      const testTarget = { org: before.org, tenant: before.tenant, endpoint, token: credentials.ingestAuthToken }
      const { verified, status } = await deps.test({ ...testTarget, signing: before.signing })
      if (!verified) return endpointUnverified(status)
    }
    const after: MonitorRow = {
      ...next,
      version: before.version + 1,
      since: sinceAfter(before, next, at),
      credentials: platformsWithCredentials(credentials),
      updated_at: at,
      verified_at: isEndpointChanged ? at : before.verified_at,
    }
    const isReplaced = await replaceMonitor(
      deps,
      before,
      after,
      hasSameCredentials(stored, credentials) ? undefined : credentials,
    )
    if (!isReplaced) return versionConflict(before)
    // Failures of the old endpoint do not count for the new one.
    if (isEndpointChanged) await deps.endpoints.reset(before)
    // Starts a delivery run, because pending batches may be deliverable again.
    if (after.enabled) await deps.deliveries.send(before)
    return reply(200, monitorView(after, deps.mode))
  })
