import type { SessionIssuer, SessionSources } from './session.ts'

/** The issuer that the template names, and the client that its tokens are issued to; `none` if there is none. */
export type SessionVariables = Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>

export const configuredIssuer = ({ SESSION_ISSUER, SESSION_CLIENT_ID }: SessionVariables): SessionIssuer | undefined =>
  SESSION_ISSUER === 'none' ? undefined : { issuer: SESSION_ISSUER, clientId: SESSION_CLIENT_ID }

/** Bearer tokens of the configured issuer. The verifier loads with the first token. */
export const configuredVerifier = (variables: SessionVariables): SessionSources['loadVerifier'] => {
  const issuer = configuredIssuer(variables)
  return issuer && (async () => (await import('./session-verifier.ts')).sessionVerifier(issuer))
}
