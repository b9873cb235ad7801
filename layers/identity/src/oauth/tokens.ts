import { type Clock, epochSeconds, type NewId, type SecretSource } from '@signet/kernel'
import { importJWK, SignJWT } from 'jose'
import type { IssuerKeys, IssuerKeysTable } from './issuer-keys-table.ts'
import { publishedJwk, type SigningKey, signingKeyOf } from './signing-key.ts'
import { TOKEN_SECONDS, TOKEN_TYPE } from './token-claims.ts'

export interface TokenSubject {
  readonly issuer: string
  readonly audience: string
  readonly userId: string
  readonly orgId: string
  readonly tenantId: string
  readonly clientId: string
  readonly grantId: string
  readonly scopes: readonly string[]
}

export interface TokenIssuer {
  /** Creates a token that is valid for 15 minutes. Its key is published first, so every verifier finds it. */
  mint(subject: TokenSubject): Promise<string>
  /** Returns the published keys and the current key, even before its first token. */
  keys(): Promise<IssuerKeys['jwks']>
}

export interface TokenIssuerDeps {
  /** A random text of at least 256 bits. Another text gives another key. */
  readonly secret: SecretSource
  readonly table: IssuerKeysTable
  readonly now: Clock
  readonly newId: NewId
}

/** Interval after which the key is published again, in case an operator removed it because the secret had leaked. */
const REPUBLISH_MS = 5 * 60_000

export const tokenIssuer = ({ secret, table, now, newId }: TokenIssuerDeps): TokenIssuer => {
  let cachedKey: { readonly secret: string; readonly key: SigningKey } | undefined
  const publishedAt = new Map<string, number>()

  const currentKey = async (): Promise<SigningKey> => {
    const text = await secret()
    if (cachedKey?.secret !== text) cachedKey = { secret: text, key: signingKeyOf(text) }
    return cachedKey.key
  }

  return {
    async mint({ issuer, audience, userId, orgId, tenantId, clientId, grantId, scopes }) {
      const key = await currentKey()
      const publicationKey = `${key.kid} ${issuer}`
      if ((publishedAt.get(publicationKey) ?? 0) < now().getTime() - REPUBLISH_MS) {
        await table.publish(key.publicJwk, issuer)
        publishedAt.set(publicationKey, now().getTime())
      }
      const at = epochSeconds(now())
      const claims = { org: orgId, tenant: tenantId, client_id: clientId, grant_id: grantId, scope: scopes.join(' ') }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: TOKEN_TYPE, kid: key.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt(at)
        .setExpirationTime(at + TOKEN_SECONDS)
        .sign(await importJWK(key.privateJwk, 'ES256'))
    },
    async keys() {
      const { publicJwk } = await currentKey()
      const keys = (await table.read())?.jwks.keys ?? []
      const isPublished = keys.some(({ kid }) => kid === publicJwk.kid)
      return { keys: isPublished ? keys : [publishedJwk(publicJwk), ...keys] }
    },
  }
}
