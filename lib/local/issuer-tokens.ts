import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'

const KEY_ID = 'local'

type Claims = Readonly<Record<string, unknown>>

const loadOrCreateKey = async (file: string): Promise<KeyObject> => {
  const storedKey = await readFile(file, 'utf8').catch(() => undefined)
  if (storedKey !== undefined) return createPrivateKey(storedKey)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  await chmod(file, 0o600)
  return privateKey
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export type IssuerTokens = Awaited<ReturnType<typeof issuerTokens>>

export const issuerTokens = async (file: string) => {
  const key = await loadOrCreateKey(file)
  const publicKey = createPublicKey(key)
  const encodedHeader = encode({ alg: 'ES256', kid: KEY_ID })
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' },
    sign(claims: Claims): string {
      const input = `${encodedHeader}.${encode(claims)}`
      return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
    /** Returns the claims of a token that this key signed; undefined for any other token. */
    claimsOf(token: string): Claims | undefined {
      const [first, second, signature = ''] = token.split('.')
      if (first !== encodedHeader || second === undefined) return undefined
      const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
      const isValid = verify('sha256', Buffer.from(`${first}.${second}`), options, Buffer.from(signature, 'base64url'))
      return isValid ? (JSON.parse(Buffer.from(second, 'base64url').toString()) as Claims) : undefined
    },
  }
}
