import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { invalidInput, type Route, refusal, route } from '@signet/kernel'
import { PLATFORMS, type PlatformSettings } from '../contract/monitor.ts'
import { createMonitor } from '../contract/monitors.ts'
import { ingestEndpointErrors } from '../deliver/ingest-endpoint.ts'
import { type Credentials, withInputs } from '../monitors/credential-store.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import { type Creation, MONITORS_MAX } from '../monitors/monitor-table.ts'
import { signerOf } from '../monitors/tenant-key.ts'
import { type MonitorDeps, NO_STORE } from './deps.ts'
import { monitorErrors, NO_PLATFORMS, settingsAfter } from './monitor-input.ts'
import { monitorView } from './monitor-view.ts'

export const refuseInvalidMonitor = (
  { allowsLoopback, hasComprehend }: Pick<MonitorDeps, 'allowsLoopback' | 'hasComprehend'>,
  {
    endpoint,
    platforms,
    scorer,
    personalData,
  }: Pick<MonitorRow, 'endpoint' | 'scorer' | 'personalData'> & {
    readonly platforms: PlatformSettings
  },
  credentials: Credentials,
): void => {
  const notAvailable = 'is not available, because this deployment has no Amazon Comprehend'
  const errors = [
    ...ingestEndpointErrors(endpoint, { allowsLoopback }),
    ...monitorErrors(platforms, credentials),
    ...(scorer === 'comprehend' && !hasComprehend ? [{ field: 'scorer', message: notAvailable }] : []),
    ...(personalData === 'comprehend' && !hasComprehend ? [{ field: 'personalData', message: notAvailable }] : []),
  ]
  if (errors.length > 0) throw invalidInput(errors)
}

export const endpointUnverified = (status: number | undefined) =>
  refusal(
    'endpoint_unverified',
    'The endpoint did not answer the challenge. It must respond with a 2xx status and {"challenge": "…"} with the same challenge',
    {
      extras: { status: status ?? null },
    },
  )

export const platformsWithCredentials = (credentials: Credentials): MonitorRow['credentials'] =>
  PLATFORMS.filter((platform) => credentials[platform] !== undefined)

const creationRefusal = (creation: Exclude<Creation, 'created'>, tenant: string) =>
  creation === 'taken'
    ? refusal(
        'conflict',
        `A monitor with the tenantId "${tenant}" already exists. Update it or choose another tenantId`,
      )
    : refusal(
        'monitor_limit_reached',
        `An organization can have at most ${MONITORS_MAX} monitors. Delete a monitor first`,
      )

/** Creates a monitor once its endpoint has passed the test. The tenant id identifies a repeated request. */
export const createMonitorRoute = (deps: MonitorDeps): Route =>
  route(createMonitor, async ({ body, caller }) => {
    const {
      tenantId: tenant,
      platforms: inputs,
      ingestEndpoint: endpoint,
      ingestAuthToken,
      stage = deps.stage,
      ...rest
    } = body
    const org = orgOf(caller)
    const platforms = settingsAfter(NO_PLATFORMS, inputs)
    const credentials = withInputs({ ingestAuthToken }, inputs)
    refuseInvalidMonitor(deps, { ...rest, endpoint, platforms }, credentials)
    // Checked before the endpoint is called. The write checks it again.
    const capacity = await deps.monitors.checkCapacity({ org, tenant })
    if (capacity !== 'available') return creationRefusal(capacity, tenant)
    const signing = { generation: 0, replaced: [] }
    const { verified, status } = await deps.test({ org, tenant, endpoint, token: ingestAuthToken, signing })
    if (!verified) return endpointUnverified(status)
    const at = deps.now().toISOString()
    const owner = { org, tenant }
    const secret_ref = await deps.credentials.store(owner, credentials)
    const row: MonitorRow = {
      ...rest,
      ...owner,
      stage,
      endpoint,
      platforms,
      secret_ref,
      signing,
      version: 1,
      since: Object.fromEntries(PLATFORMS.map((platform) => [platform, at])) as MonitorRow['since'],
      credentials: platformsWithCredentials(credentials),
      verified_at: at,
      created_at: at,
      updated_at: at,
    }
    const creation = await deps.monitors.create(row)
    if (creation !== 'created') {
      await deps.credentials.delete(owner, secret_ref)
      return creationRefusal(creation, tenant)
    }
    const signingSecret = await deps.secrets.current(signerOf(owner), signing)
    return reply(201, { monitor: monitorView(row, deps.mode), signingSecret }, NO_STORE)
  })
