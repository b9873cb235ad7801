import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'

const KEY_ID = 'local'

type Claims = Readonly<Record<string, unknown>>

const keyIn = async (file: string): Promise<KeyObject> => {
  const storedKey = await readFile(file, 'utf8').catch(() => undefined)
  if (storedKey !== undefined) return createPrivateKey(storedKey)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  await chmod(file, 0o600)
  return privateKey
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export type IssuerTokens = Awaited<ReturnType<typeof issuerTokens>>

export const issuerTokens = async (file: string) => {
  const key = await keyIn(file)
  const publicKey = createPublicKey(key)
  const head = encoded({ alg: 'ES256', kid: KEY_ID })
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' },
    sign(claims: Claims): string {
      const input = `${head}.${encoded(claims)}`
      return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
    /** Returns the claims of a token that this key signed; undefined for any other token. */
    read(token: string): Claims | undefined {
      const [first, second, signature = ''] = token.split('.')
      if (first !== head || second === undefined) return undefined
      const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
      const isOurs = verify('sha256', Buffer.from(`${first}.${second}`), options, Buffer.from(signature, 'base64url'))
      return isOurs ? (JSON.parse(Buffer.from(second, 'base64url').toString()) as Claims) : undefined
    },
  }
}
