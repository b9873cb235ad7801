import { rowTable, type TableDeps } from '@signet/kernel'
import { resourceRow } from './resource-row.ts'
import type { ServiceKind } from './scopes.ts'

/** The most addresses of one service. On a laptop one server has several names. */
const ADDRESSES_MAX = 8

/**
 * Services that take tokens, by their addresses. A service whose stack is deployed after the authorization server enters
 * itself, before it sends anybody there.
 */
export interface ResourceTable {
  /** In canonical form, the newest first. */
  read(service: ServiceKind): Promise<readonly string[]>
  publish(service: ServiceKind, address: string): Promise<void>
}

const WRITES_MAX = 5

export const resourceTable = (deps: TableDeps): ResourceTable => {
  const rows = rowTable(resourceRow, deps)
  return {
    read: async (service) => (await rows.get({ service }))?.addresses ?? [],
    async publish(service, address) {
      for (let count = 0; count < WRITES_MAX; count++) {
        const row = await rows.get({ service })
        if (row?.addresses.includes(address)) return
        const addresses = [address, ...(row?.addresses ?? [])].slice(0, ADDRESSES_MAX)
        const next = { version: (row?.version ?? 0) + 1, addresses }
        const written = row
          ? await rows.replace({ service }, next, { version: row.version })
          : await rows.putNew({ service }, next)
        if (written) return
      }
      throw new Error('The address could not be written: others keep writing theirs')
    },
  }
}
