import type { Authenticator } from '@signet/kernel'

/**
 * Whoever holds the key of a tenant holds its account, and may buy for it (spec image-service 4.9 lets in keys and names no
 * scope). A key whose owner has limited what it spends may not, and neither may one that draws nothing.
 */
export const keysMayBuy =
  (authenticate: Authenticator): Authenticator =>
  async (credentials) => {
    const caller = await authenticate(credentials)
    if (caller?.kind !== 'key' || caller.dailyBudget !== undefined || !caller.scopes.includes('generate')) return caller
    return { ...caller, scopes: [...caller.scopes, 'billing:purchase'] }
  }
