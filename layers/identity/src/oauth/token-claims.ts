import * as z from 'zod'

/** Lifetime of an access token in seconds (spec image-service 5). */
export const TOKEN_SECONDS = 900

/** Media type of access tokens, in their header (RFC 9068 2.1). No other JWT is accepted as one. */
export const TOKEN_TYPE = 'at+jwt'

/** Claims of an access token besides issuer, subject and expiry (RFC 9068 2.2). */
export const TokenClaims = z.object({
  sub: z.string().min(1),
  aud: z.string().min(1),
  org: z.string().min(1),
  tenant: z.string().min(1),
  client_id: z.string().min(1),
  scope: z.string(),
  grant_id: z.string().min(1),
  jti: z.string().min(1),
  exp: z.int(),
})
export type TokenClaims = z.infer<typeof TokenClaims>
