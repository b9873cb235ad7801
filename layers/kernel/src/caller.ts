/** Subscription of the caller's account, as far as gates look at it (spec image-service 5 and 8). */
export type Plan = 'free' | 'pack' | 'pro' | 'agency'

/**
 * Who calls. One shape for every way in; handlers never look at credentials.
 * An anonymous caller has a tenant too, derived from a keyed hash of its address, so that its jobs are its own.
 */
export interface Caller {
  readonly kind: 'anonymous' | 'key' | 'oauth' | 'session'
  readonly tenantId: string
  readonly plan: Plan
  readonly scopes: readonly string[]
  readonly orgId?: string
  readonly userId?: string
  /** Billing account that pays, when it is not the tenant's own. */
  readonly accountId?: string
  /** What to count requests by; never reveals an address. */
  readonly rateKey: string
}

/** Whether the credential carries the scope; scopes are plain words, none implies another. */
export const hasScope = (caller: Caller, scope: string): boolean => caller.scopes.includes(scope)
