import type { Deps } from '../ports.ts'

export interface Caller {
  readonly id: string
  /** The tenant whose data the caller may access: the first part of every record key. */
  readonly tenant: string
  readonly scopes: readonly string[]
}

export interface Unverified {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Accepts any client: the intention says that the service is open, so all callers share and may change its data. */
export const authenticate = async (_request: Unverified, _deps: Deps): Promise<Caller> => ({
  id: 'anonymous',
  tenant: 'public',
  scopes: [],
})
