export { type ApproveDeps, type Approved, approveRequest, type BudgetChoice } from './approve-request.ts'
export type { Client } from './client.ts'
export { BadClientDocument } from './client-document.ts'
export type { ClientKind } from './client-kind.ts'
export { type Clients, clients } from './clients.ts'
export {
  type Grant,
  type Granter,
  grantKeyOf,
  hasCreditsLeft,
  isRemembered,
  isVouchedFor,
  type StandingGrant,
} from './grant.ts'
export { type GrantTable, grantTable } from './grant-table.ts'
export { type IssuerKeysTable, issuerKeysTable } from './issuer-keys-table.ts'
export { oauthAuthenticator } from './oauth-authenticator.ts'
export { type CodeRefused, type Redemption, redeemCode } from './redeem-code.ts'
export { isLoopback, matchesRedirect, placeOf, redirectWith, usableRedirects } from './redirect-uris.ts'
export { type AgentRequest, type RequestTable, requestTable } from './request-table.ts'
export { canonicalResource } from './resource.ts'
export { AGENT_SCOPES, ALL_SCOPES, BASE_SCOPES, scopesAskedFor } from './scopes.ts'
export { TOKEN_SECONDS } from './token-claims.ts'
