import type { Caller } from '@signet/kernel'

/** The user, organization and tenant of a request, in the platform's words (spec platform-api 2.1). */
export interface Identity {
  readonly userId: string
  readonly orgId: string | null
  readonly tenantId: string | null
}

type CallerIdentity = Pick<Caller, 'kind' | 'tenantId' | 'orgId' | 'userId'>

/** An organization's key names no tenant of its own, so the organization takes its place. */
export const identityOf = ({ kind, tenantId, orgId, userId = tenantId }: CallerIdentity): Identity => ({
  userId,
  orgId: orgId ?? null,
  tenantId: kind === 'key' && tenantId === orgId ? null : tenantId,
})

export interface RequestScopes {
  /** Plan, tier, features and ownership of pages: the organization; without one, the tenant itself. */
  readonly entitlementScope: string
  /** Quotas, rows and rates: the tenant, else the organization, else the user. */
  readonly resourceScope: string
}

/** The scope rules of spec platform-api 2.1. Entitlements of a key and of a person of one organization are the same. */
export const scopesOf = (who: CallerIdentity): RequestScopes => {
  const { userId, orgId, tenantId } = identityOf(who)
  return { entitlementScope: orgId ?? tenantId ?? userId, resourceScope: tenantId ?? orgId ?? userId }
}

export const orgOf = (who: CallerIdentity): string => scopesOf(who).entitlementScope
