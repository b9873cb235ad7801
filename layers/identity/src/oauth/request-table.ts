import { addMs, type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { mintToken, tokenDigest } from '../index.ts'
import { requestRow } from './request-row.ts'

const REQUEST_MS = 10 * 60_000

/** A valid request of an agent that waits for a person's decision. */
export type AgentRequest = Omit<RowOf<typeof requestRow>, 'until'>

export interface RequestTableDeps extends TableDeps {
  readonly pepper: SecretSource
}

/** The key of a request's row. Only the holder of the handle can find it. */
export const requestKey = async (pepper: SecretSource, handle: string) => ({
  digest: tokenDigest(await pepper(), 'agent request', handle),
})

/** Requests that wait for an answer. They live for ten minutes. */
export interface RequestTable {
  /** The handle of the request. It is not stored. */
  keep(request: AgentRequest): Promise<string>
  /** Undefined if it was answered, has expired, or never existed. */
  read(handle: string): Promise<AgentRequest | undefined>
  /** False if it was answered before, or has expired. */
  drop(handle: string): Promise<boolean>
}

export const requestTable = (deps: RequestTableDeps): RequestTable => {
  const rows = rowTable(requestRow, deps)
  return {
    async keep(request) {
      const handle = mintToken()
      const until = addMs(deps.now(), REQUEST_MS).toISOString()
      await rows.putNew(await requestKey(deps.pepper, handle), { ...request, until })
      return handle
    },
    read: async (handle) => rows.get(await requestKey(deps.pepper, handle)),
    drop: async (handle) => rows.remove(await requestKey(deps.pepper, handle)),
  }
}
