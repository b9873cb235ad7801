import { addMs, type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { mintToken, tokenDigest } from '../index.ts'
import { requestRow } from './request-row.ts'

const REQUEST_MS = 10 * 60_000

/** A valid request of an agent that waits for a user's decision. */
export type AgentRequest = Omit<RowOf<typeof requestRow>, 'until'>

export interface RequestTableDeps extends TableDeps {
  readonly pepper: SecretSource
}

/** Returns the key of a request's row. It depends on the handle, which is not stored, and on the pepper. */
export const requestKey = async (pepper: SecretSource, handle: string) => ({
  digest: tokenDigest(await pepper(), 'agent request', handle),
})

/** Requests that wait for a decision. They expire after ten minutes. */
export interface RequestTable {
  /** Stores the request and returns its handle, which is not stored. */
  store(request: AgentRequest): Promise<string>
  /** Returns undefined if the request was answered, has expired, or never existed. */
  read(handle: string): Promise<AgentRequest | undefined>
  /** Returns false if the request was already answered or has expired. */
  delete(handle: string): Promise<boolean>
}

export const requestTable = (deps: RequestTableDeps): RequestTable => {
  const rows = rowTable(requestRow, deps)
  return {
    async store(request) {
      const handle = mintToken()
      const until = addMs(deps.now(), REQUEST_MS).toISOString()
      await rows.putNew(await requestKey(deps.pepper, handle), { ...request, until })
      return handle
    },
    read: async (handle) => rows.get(await requestKey(deps.pepper, handle)),
    delete: async (handle) => rows.remove(await requestKey(deps.pepper, handle)),
  }
}
