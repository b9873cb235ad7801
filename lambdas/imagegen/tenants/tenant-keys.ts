/** The partition of everything that is a user's; roles are narrowed to this prefix. */
export const userPartition = (userId: string): string => `USER#${userId}`

export const TENANT_PREFIX = 'TENANT#'

/** Primary key of a tenant: it stands under its owner, so a foreign tenant is the same as none. */
export const tenantItemKey = (userId: string, tenantId: string) => ({
  pk: userPartition(userId),
  sk: `${TENANT_PREFIX}${tenantId}`,
})

/** Primary key of the number of a user's tenants. */
export const tenantCountItemKey = (userId: string) => ({ pk: userPartition(userId), sk: 'COUNT' })
