import type { SessionIssuer, SessionSources } from './session.ts'

/** Issuer and client id of session tokens; `none` if the deployment has no issuer. */
export type SessionVariables = Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>

export const configuredIssuer = ({ SESSION_ISSUER, SESSION_CLIENT_ID }: SessionVariables): SessionIssuer | undefined =>
  SESSION_ISSUER === 'none' ? undefined : { issuer: SESSION_ISSUER, clientId: SESSION_CLIENT_ID }

/** Loads the verifier of the configured issuer's bearer tokens at the first token. */
export const configuredVerifier = (variables: SessionVariables): SessionSources['loadVerifier'] => {
  const issuer = configuredIssuer(variables)
  return issuer && (async () => (await import('./session-verifier.ts')).sessionVerifier(issuer))
}
