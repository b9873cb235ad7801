import { Buffer } from 'node:buffer'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export const ISSUER = 'https://issuer.example/pool'
export const CLIENT = 'client-1'
export const USER = '0199c5a4-8a3e-7c1b-a2d4-5e6f7a8b9c0d'

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** A key pair of the issuer with a key ID. */
export const signingPair = (kid: string, alg: 'ES256' | 'RS256' | 'RS512' = 'ES256') => {
  const { privateKey, publicKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, alg, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } }
}
export type SigningPair = ReturnType<typeof signingPair>

const signature = (key: KeyObject, alg: string, input: string): string => {
  const hash = alg === 'RS512' ? 'sha512' : 'sha256'
  return sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

export const validClaims = (): Record<string, unknown> => ({
  iss: ISSUER,
  sub: USER,
  client_id: CLIENT,
  token_use: 'access',
  iat: nowSeconds(),
  exp: nowSeconds() + 600,
})

/** Builds a token as the issuer does, with optional changes of claims and header. */
export const tokenOf = (
  { kid, alg, privateKey }: SigningPair,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): string => {
  const input = `${encodePart({ alg, kid, ...header })}.${encodePart({ ...validClaims(), ...claims })}`
  return `${input}.${signature(privateKey, alg, input)}`
}

/** Builds the known algorithm-confusion attack: the public key as the secret of a symmetric algorithm. */
export const tokenByPublicKey = ({ kid, jwk }: SigningPair): string => {
  const input = `${encodePart({ alg: 'HS256', kid })}.${encodePart(validClaims())}`
  return `${input}.${createHmac('sha256', JSON.stringify(jwk)).update(input).digest('base64url')}`
}

export const unsignedToken = ({ kid }: SigningPair): string =>
  `${encodePart({ alg: 'none', kid })}.${encodePart(validClaims())}.`

/** Responds like the issuer's key set, and counts requests. */
export const keySet = (answer: () => Response) => {
  const urls: string[] = []
  const send: typeof fetch = async (url) => {
    urls.push(String(url))
    return answer()
  }
  return { urls, send }
}

export const keysOf = (...pairs: readonly SigningPair[]) =>
  keySet(() => Response.json({ keys: pairs.map((p) => p.jwk) }))
