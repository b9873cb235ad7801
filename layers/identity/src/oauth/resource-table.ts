import { rowTable, type TableDeps } from '@signet/kernel'
import { resourceRow } from './resource-row.ts'
import type { ServiceKind } from './scopes.ts'

/** Maximum URLs of one service. A local server has several names. */
const ADDRESSES_MAX = 8

/**
 * Services that accept access tokens, by their URLs. A service whose stack is deployed after the authorization server
 * registers itself before it redirects a client there.
 */
export interface ResourceTable {
  /** Returns URLs in canonical form, newest first. */
  read(service: ServiceKind): Promise<readonly string[]>
  publish(service: ServiceKind, address: string): Promise<void>
}

const ATTEMPTS_MAX = 5

export const resourceTable = (deps: TableDeps): ResourceTable => {
  const rows = rowTable(resourceRow, deps)
  return {
    read: async (service) => (await rows.get({ service }))?.addresses ?? [],
    async publish(service, address) {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const row = await rows.get({ service })
        if (row?.addresses.includes(address)) return
        const addresses = [address, ...(row?.addresses ?? [])].slice(0, ADDRESSES_MAX)
        const next = { version: (row?.version ?? 0) + 1, addresses }
        const isWritten = row
          ? await rows.replace({ service }, next, { version: row.version })
          : await rows.putNew({ service }, next)
        if (isWritten) return
      }
      throw new Error('The URL could not be written after several concurrent changes')
    },
  }
}
