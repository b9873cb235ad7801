/**
 * The caller of a request. All credentials lead to the same shape, and use cases never see credentials. An anonymous
 * caller has a tenant as well, derived from a keyed hash of its address. That tenant is only for counting and owns
 * nothing, because many callers share an address.
 */
export interface Caller {
  /**
   * `oauth`: an agent that a person has authorized. `service`: a service of the platform that calls on behalf of a
   * caller it has authenticated.
   */
  readonly kind: 'anonymous' | 'key' | 'oauth' | 'service' | 'session'
  readonly tenantId: string
  readonly scopes: readonly string[]
  readonly orgId?: string
  readonly userId?: string
  readonly sessionId?: string
  /** The billing account that pays, if it differs from the tenant's. */
  readonly accountId?: string
  /** The agent (client_id of OAuth) and the grant that authorized it. Its spending is counted per grant. */
  readonly clientId?: string
  readonly grantId?: string
  /** The key that the caller presented, if its uses are recorded. */
  readonly keyId?: string
  /** The first 32 hex digits of the key's stored digest. They identify the key without revealing it. */
  readonly keyHash?: string
  /** Maximum credits of all requests with that key in one day (UTC). */
  readonly dailyBudget?: number
  /** The key that created this one: both share its budget. Absent: the key has a separate budget. */
  readonly budgetOf?: string
  /** `quota`: the calling service has counted the usage, and the request costs no credits. */
  readonly chargeMode?: 'quota'
  /** The subject that requests are counted by. Never reveals an address. */
  readonly rateKey: string
}
