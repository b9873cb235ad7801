export { anonymousCaller } from './anonymous.ts'
export { apiKeyDigest, apiKeyDisplayPrefix, derivedApiKey, isWellFormedApiKey, mintApiKey } from './api-key.ts'
export { authenticationChain, bearerToken } from './authentication-chain.ts'
export { agentCallers, type CallerOptions, callersOf } from './callers.ts'
export { configuredIssuer, type SessionVariables } from './configured-sessions.ts'
export {
  type CookieOptions,
  cookieValues,
  sessionCookieName,
  setCookie,
  signInCookieName,
} from './cookies.ts'
export { apiKeyRow, orgKeyRow } from './key-rows.ts'
export { type KeyRow, keyAuthenticator, keyItemKey } from './key-table.ts'
export { type LeakedKey, type LeakedKeys, leakedKeys } from './leaked-keys.ts'
export { type MemberGuard, memberGuard } from './member-guard.ts'
export { KEYS_MAX, type NewOrgKey, type OrgKey, type OrgKeys, orgKeys } from './org-keys.ts'
export { type Membership, memberRow, organisationRow, type Role } from './organisation-rows.ts'
export { personOfPage } from './person-of-page.ts'
export { mintPlatformCall, type Paying, type PlatformCall } from './platform-call.ts'
export { PLATFORM_KEY_PREFIX } from './platform-keys.ts'
export { type RoleOf, roles } from './roles.ts'
export { type Identity, identityOf, type RequestScopes, scopesOf } from './scope-rules.ts'
export { hasScope, OPERATOR_SCOPE } from './scopes.ts'
export {
  cookieSession,
  personalTenantOf,
  type SessionIssuer,
  type SessionSources,
  sessionAuthenticator,
  type VerifySession,
} from './session.ts'
export { type ReadSession, type Session, sessionReader } from './session-reader.ts'
export { sessionRow } from './session-rows.ts'
export { isWellFormedToken, mintToken, SESSION_DAYS, tokenDigest } from './session-token.ts'
export { keyUse, type UsedKey } from './used-keys.ts'
export { userOf } from './user-of.ts'
