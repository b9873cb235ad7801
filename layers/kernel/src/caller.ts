/**
 * Who calls. One shape for every way in; use cases never look at credentials.
 * An anonymous caller has a tenant too, derived from a keyed hash of its address: by that it is counted. Nothing is found
 * by it, for many share an address.
 */
export interface Caller {
  /**
   * `oauth`: an agent that a person has let in. `service`: a service of ours that calls for somebody, whom it has recognised
   * itself.
   */
  readonly kind: 'anonymous' | 'key' | 'oauth' | 'service' | 'session'
  readonly tenantId: string
  readonly scopes: readonly string[]
  readonly orgId?: string
  readonly userId?: string
  /** The session of ours that it came with. */
  readonly sessionId?: string
  /** Billing account that pays, when it is not the tenant's own. */
  readonly accountId?: string
  /** The agent (client_id of OAuth), and the grant by which it was let in: what it may spend is kept by that. */
  readonly clientId?: string
  readonly grantId?: string
  /** The key that it came with, where uses of it are kept. */
  readonly keyId?: string
  /** Credits that all requests of that key together may take in one day, in UTC. */
  readonly dailyBudget?: number
  /** `quota`: what it uses was counted where the call comes from, and costs no credits. */
  readonly chargeMode?: 'quota'
  /** What to count requests by; never reveals an address. */
  readonly rateKey: string
}
