import type { Caller } from '@signet/kernel'

/** The user, organization and tenant of a request, as defined in spec platform-api 2.1. */
export interface Identity {
  readonly userId: string
  readonly orgId: string | null
  readonly tenantId: string | null
}

type CallerIdentity = Pick<Caller, 'kind' | 'tenantId' | 'orgId' | 'userId'>

/** Returns the identity of a caller. The tenant ID is null for an organization's key, whose tenant is the organization. */
export const identityOf = ({ kind, tenantId, orgId, userId = tenantId }: CallerIdentity): Identity => ({
  userId,
  orgId: orgId ?? null,
  tenantId: kind === 'key' && tenantId === orgId ? null : tenantId,
})

export interface RequestScopes {
  /** Owner of plan, tier, features and pages: the organization, or the tenant without one. */
  readonly entitlementScope: string
  /** Owner of quotas, rows and rate limits: the tenant, else the organization, else the user. */
  readonly resourceScope: string
}

/**
 * Applies the scope rules of spec platform-api 2.1. A key and a user of one organization have the same entitlements.
 */
export const scopesOf = (caller: CallerIdentity): RequestScopes => {
  const { userId, orgId, tenantId } = identityOf(caller)
  return { entitlementScope: orgId ?? tenantId ?? userId, resourceScope: tenantId ?? orgId ?? userId }
}

export const orgOf = (caller: CallerIdentity): string => scopesOf(caller).entitlementScope
