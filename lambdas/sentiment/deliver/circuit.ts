import { addMs, type RowOf } from '@signet/kernel'
import type { endpointRow } from '../contract/endpoint-row.ts'

export type EndpointRow = Readonly<RowOf<typeof endpointRow>>

export type Circuit = Omit<EndpointRow, 'lease' | 'lease_until'>

export const CLOSED_CIRCUIT: Circuit = { fails: 0, opened: 0 }

const FAILURES_MAX = 5
const MINUTE_MS = 60_000
const OPEN_MAX_MS = 6 * 60 * MINUTE_MS
const DISABLED_AFTER_MS = 3 * 24 * 60 * MINUTE_MS
const HTTP_GONE = 410

export const isOpen = ({ open_until }: Circuit, now: Date): boolean =>
  open_until !== undefined && new Date(open_until) > now

export const isDisabled = ({ disabled_version }: Circuit, version: number): boolean => disabled_version === version

export const isProbing = ({ open_until }: Circuit, now: Date): boolean =>
  open_until !== undefined && new Date(open_until) <= now

/**
 * Returns the circuit after a failed attempt. Five failures in a row open it for two minutes. Each failed probe doubles
 * that, up to six hours. After three days, or if the endpoint answers 410, it stays disabled until the monitor is
 * changed.
 */
export const afterFailure = (
  circuit: Circuit,
  { now, version, status }: { readonly now: Date; readonly version: number; readonly status: number | undefined },
): Circuit => {
  const failing_since = circuit.failing_since ?? now.toISOString()
  const fails = circuit.fails + 1
  const isGivenUp = status === HTTP_GONE || now.getTime() - new Date(failing_since).getTime() >= DISABLED_AFTER_MS
  const disabling = isGivenUp ? { disabled_version: version } : {}
  if (fails < FAILURES_MAX && !isProbing(circuit, now)) return { ...circuit, fails, failing_since, ...disabling }
  const opened = circuit.opened + 1
  const open_until = addMs(now, Math.min(OPEN_MAX_MS, 2 ** opened * MINUTE_MS)).toISOString()
  return { ...circuit, fails, failing_since, opened, open_until, ...disabling }
}
