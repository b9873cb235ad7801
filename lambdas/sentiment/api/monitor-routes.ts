import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import { rotatedSecret } from '@signet/notifications/webhooks'
import { deleteMonitor, getMonitor, listMonitors, rotateSigningSecret, testMonitor } from '../contract/monitors.ts'
import { signerOf } from '../monitors/tenant-key.ts'
import { type MonitorDeps, NO_STORE, noSuchMonitor, versionConflict } from './deps.ts'
import { monitorView } from './monitor-view.ts'

const testRoute = (deps: MonitorDeps): Route =>
  route(testMonitor, async ({ params: { tenantId }, caller }) => {
    const row = await deps.monitors.get(orgOf(caller), tenantId)
    if (!row) return noSuchMonitor()
    const { ingestAuthToken: token } = await deps.credentials.read(row, row.secret_ref)
    const { verified, status } = await deps.test({ ...row, token })
    return reply(200, { verified, status: status ?? null })
  })

const rotateRoute = (deps: MonitorDeps): Route =>
  route(rotateSigningSecret, async ({ params: { tenantId }, caller }) => {
    const row = await deps.monitors.get(orgOf(caller), tenantId)
    if (!row) return noSuchMonitor()
    const signing = rotatedSecret(row.signing, deps.now())
    const after = { ...row, signing: { ...signing, replaced: [...signing.replaced] }, version: row.version + 1 }
    if (!(await deps.monitors.replace(row, after))) return versionConflict(row)
    return reply(200, { signingSecret: await deps.secrets.current(signerOf(row), signing) }, NO_STORE)
  })

export const monitorRoutes = (deps: MonitorDeps): Route[] => [
  route(listMonitors, async ({ caller }) => {
    const rows = await deps.monitors.list(orgOf(caller))
    return reply(200, { monitors: rows.map((row) => monitorView(row, deps.mode)) })
  }),
  route(getMonitor, async ({ params: { tenantId }, caller }) => {
    const row = await deps.monitors.get(orgOf(caller), tenantId)
    return row ? reply(200, monitorView(row, deps.mode)) : noSuchMonitor()
  }),
  route(deleteMonitor, async ({ params: { tenantId }, caller }) => {
    const row = await deps.monitors.get(orgOf(caller), tenantId)
    if (!row) return noSuchMonitor()
    if (!(await deps.monitors.remove(row))) return versionConflict(row)
    await deps.endpoints.reset(row)
    await deps.credentials.delete(row, row.secret_ref)
    return reply(204)
  }),
  testRoute(deps),
  rotateRoute(deps),
]
