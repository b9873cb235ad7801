import type { Pattern } from '../pattern.ts'

export const authGateway: Pattern = {
  id: 'auth-gateway',
  title: 'Auth gateway',
  description:
    'Establishes the identity and rights of a caller: sign-in, tokens, sessions, keys, and checks for other services.',
  terms: {
    names:
      'auth gateway, authentication service, authorization service, auth service, login service, identity provider, sso, single sign on, oauth server, oidc, openid connect, token service, authorizer, saml, identity service, auth proxy',
    typical:
      'login, log in, sign in, sign on, sign up, authentication, authorize, authorization, verify jwts, validate jwts, check access tokens, verify access tokens, validate access tokens, checks oauth access tokens, check api keys, access tokens before, refresh tokens, passwordless, magic link, magic links, passkey, passkeys, mfa, two factor, one time code, issue api keys, issues api keys, issue keys, rbac, scopes, introspect, social login, access control, entitlements, take it away, take away access, read but not write, locked out, who they are, prove who, second factor, verify identity, wrong password, guest access',
    hints:
      'authenticate, oauth, jwt, jwts, access tokens, api keys, identity, account, user, users, who may, allowed, forbidden, credential, credentials, verify, expire, gate, protect, in front of, employees, google account, impersonate, guest, locked out, password, passwords, token, tokens, session, sessions, roles, claims, permissions, revoke',
  },
  phrasings: [
    'Before a request reaches any of our services we must know who sends it and what they may do',
    'Staff should come in with their company account and nothing else to remember',
    'Let people in with a link in their mail instead of something to remember',
    'Hand out keys to partners, limit what each may touch, take them back when they leave',
    'One place that answers whether this person may see that document',
    'Members prove who they are with their phone and a fingerprint',
    'Log everybody out everywhere when a laptop is stolen',
    'Apps of others should act for our users, with their consent, for an hour at a time',
    'Ask for a second proof when somebody comes from a new country',
    'Check what callers present at the door and pass on who they are',
    'Support may look through a customer’s eyes for ten minutes, and it is written down',
    'Only doctors on duty get at the records of their ward',
    'Machines in the factory need an identity of their own that rotates each day',
    'Users who forgot how to get in should be able to recover without calling us',
    'Exchange what the mobile app has for something short-lived that the backend believes',
    'Children’s accounts need the yes of a parent before they open',
    'Different shops share one account, and leaving one of them leaves all',
    'Decide at the edge of the system which tenant somebody belongs to and refuse all others',
    'Block somebody after ten wrong tries, without locking out the rightful owner',
    'Give contractors access until Friday evening and no longer',
    'A door for internal tools that knows the groups of the company directory',
    'Bind sign-ups to invitations and let admins hand out roles',
  ],
}
