import type { Authenticator } from '@signet/kernel'

/**
 * The holder of a tenant's key controls its account and may buy for it (spec image-service 4.9 admits keys and names no
 * scope). A key with a spending limit may not, and neither may a key without the scope to generate.
 */
export const keysMayBuy =
  (authenticate: Authenticator): Authenticator =>
  async (credentials) => {
    const caller = await authenticate(credentials)
    if (caller?.kind !== 'key' || caller.dailyBudget !== undefined || !caller.scopes.includes('generate')) return caller
    return { ...caller, scopes: [...caller.scopes, 'billing:purchase'] }
  }
