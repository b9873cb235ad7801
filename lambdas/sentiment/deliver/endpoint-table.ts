import { addMs, type NewId, rowTable, type TableDeps } from '@signet/kernel'
import { endpointRow } from '../contract/endpoint-row.ts'
import type { DeliveryMessage } from '../cycles/delivery-queue.ts'
import { type Circuit, CLOSED_CIRCUIT, type EndpointRow } from './circuit.ts'

/** Longer than the function can run, so that the worker of an expired lease is no longer running. */
const LEASE_MS = 150_000

export interface EndpointTable {
  /** Returns undefined if another worker is sending. */
  begin(key: DeliveryMessage): Promise<EndpointRow | undefined>
  end(key: DeliveryMessage, leased: EndpointRow, circuit: Circuit): Promise<void>
  read(key: DeliveryMessage): Promise<Circuit>
  reset(key: DeliveryMessage): Promise<void>
}

export const endpointTable = (deps: TableDeps & { readonly newId: NewId }): EndpointTable => {
  const rows = rowTable(endpointRow, deps)
  return {
    async begin(key) {
      const stored = await rows.get(key)
      const at = deps.now()
      if (stored && stored.lease_until > at.toISOString()) return undefined
      const leased = {
        ...CLOSED_CIRCUIT,
        ...stored,
        lease: deps.newId(),
        lease_until: addMs(at, LEASE_MS).toISOString(),
      }
      const isLeased = stored
        ? await rows.replace(key, leased, { lease: stored.lease })
        : await rows.putNew(key, leased)
      return isLeased ? leased : undefined
    },
    async end(key, { lease }, circuit) {
      await rows.replace(key, { ...circuit, lease, lease_until: '' }, { lease })
    },
    read: async (key) => (await rows.get(key)) ?? CLOSED_CIRCUIT,
    async reset(key) {
      await rows.remove(key)
    },
  }
}
