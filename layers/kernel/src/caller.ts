/**
 * The caller of a request. All credentials lead to the same shape; use cases never look at credentials. An anonymous
 * caller has a tenant too, derived from a keyed hash of its address. That tenant is for counting only and owns nothing,
 * because many callers share an address.
 */
export interface Caller {
  /**
   * `oauth`: an agent that a person has authorized. `service`: one of our services that calls for a caller whom it has
   * authenticated itself.
   */
  readonly kind: 'anonymous' | 'key' | 'oauth' | 'service' | 'session'
  readonly tenantId: string
  readonly scopes: readonly string[]
  readonly orgId?: string
  readonly userId?: string
  readonly sessionId?: string
  /** The billing account that pays, if it is not the tenant's own. */
  readonly accountId?: string
  /** The agent (client_id of OAuth), and the grant that authorized it. Its spending is counted by the grant. */
  readonly clientId?: string
  readonly grantId?: string
  /** The key that the caller presented, if its uses are recorded. */
  readonly keyId?: string
  /** Of a key: the first 32 hex digits of its stored digest, which name it and tell nothing of it. */
  readonly keyHash?: string
  /** Credits that all requests of that key together may take in one day, in UTC. */
  readonly dailyBudget?: number
  /** The key that made this one: both draw on its budget. Absent: the budget is the key's own. */
  readonly budgetOf?: string
  /** `quota`: the usage was counted by the service that called, and costs no credits. */
  readonly chargeMode?: 'quota'
  /** The subject that requests are counted by. Never reveals an address. */
  readonly rateKey: string
}
