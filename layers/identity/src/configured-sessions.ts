import type { Authenticator } from '@signet/kernel'
import { type SessionIssuer, sessionAuthenticator } from './session.ts'

/** Sessions of the issuer that the template names; `none`: every session is refused. What verifies them loads with the first. */
export const configuredSessions = ({
  SESSION_ISSUER,
  SESSION_CLIENT_ID,
}: Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>): Authenticator => {
  if (SESSION_ISSUER === 'none') return sessionAuthenticator(undefined)
  const issuer: SessionIssuer = { issuer: SESSION_ISSUER, clientId: SESSION_CLIENT_ID }
  return sessionAuthenticator(async () => (await import('./session-verifier.ts')).sessionVerifier(issuer))
}
