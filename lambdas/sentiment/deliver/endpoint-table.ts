import { addMs, type NewId, rowTable, type TableDeps } from '@signet/kernel'
import { endpointRow } from '../contract/endpoint-row.ts'
import type { DeliveryMessage } from '../cycles/delivery-queue.ts'
import { type Circuit, CLOSED, type EndpointRow } from './circuit.ts'

/** Longer than the function can run: who held it is gone by then. */
const LEASE_MS = 150_000

/** Who sends to the endpoint of a monitor at present, and how it answers. */
export interface EndpointTable {
  /** Undefined: somebody else is sending. */
  begin(key: DeliveryMessage): Promise<EndpointRow | undefined>
  /** Lets go of it. */
  end(key: DeliveryMessage, held: EndpointRow, circuit: Circuit): Promise<void>
  read(key: DeliveryMessage): Promise<Circuit>
  /** Forgets how it has answered. */
  reset(key: DeliveryMessage): Promise<void>
}

export const endpointTable = (deps: TableDeps & { readonly newId: NewId }): EndpointTable => {
  const rows = rowTable(endpointRow, deps)
  return {
    async begin(key) {
      const known = await rows.get(key)
      const at = deps.now()
      if (known && known.lease_until > at.toISOString()) return undefined
      const held = { ...CLOSED, ...known, lease: deps.newId(), lease_until: addMs(at, LEASE_MS).toISOString() }
      const isMine = known ? await rows.replace(key, held, { lease: known.lease }) : await rows.putNew(key, held)
      return isMine ? held : undefined
    },
    async end(key, { lease }, circuit) {
      await rows.replace(key, { ...circuit, lease, lease_until: '' }, { lease })
    },
    read: async (key) => (await rows.get(key)) ?? CLOSED,
    async reset(key) {
      await rows.remove(key)
    },
  }
}
