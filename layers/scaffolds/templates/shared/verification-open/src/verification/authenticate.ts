import type { Deps } from '../ports.ts'

export interface Caller {
  readonly id: string
  /** The tenant whose data it may reach: the first part of every key of a record. */
  readonly tenant: string
  readonly scopes: readonly string[]
}

export interface Unverified {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Accepts any client: the intention says that the service is open, so all callers share its data, and all may change it. */
export const authenticate = async (_request: Unverified, _deps: Deps): Promise<Caller> => ({
  id: 'anonymous',
  tenant: 'public',
  scopes: [],
})
