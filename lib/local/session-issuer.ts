import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from './listen.ts'

/** Stands in for the user pool of the templates: an OIDC issuer with one key, on the loopback interface. */
export interface SessionIssuer {
  /** What tokens have as `iss`. */
  readonly url: string
  /** A session of this user; good for seven days unless told otherwise. */
  tokenFor(userId: string, lifetimeSeconds?: number): string
  stop(): Promise<void>
}

export interface SessionIssuerOptions {
  /** 0: any free port. */
  readonly port: number
  /** Where the private key is kept, so that sessions outlive a restart. */
  readonly keyFile: string
  /** Client that the tokens are made out to. */
  readonly client: string
  /** The stack's own clock, in milliseconds since the epoch. */
  readonly now: () => number
}

const KEY_ID = 'local'
const WEEK_SECONDS = 7 * 86_400

/** The key of the last start, or a new one. */
async function keyIn(file: string): Promise<KeyObject> {
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return createPrivateKey(kept)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  await chmod(file, 0o600)
  return privateKey
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** @throws PortTaken when another process has the port. */
export async function startSessionIssuer(options: SessionIssuerOptions): Promise<SessionIssuer> {
  const { port, keyFile, client, now } = options
  const key = await keyIn(keyFile)
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' }
  let url = ''
  const documents: Readonly<Record<string, () => object>> = {
    '/.well-known/jwks.json': () => ({ keys: [jwk] }),
    '/.well-known/openid-configuration': () => ({ issuer: url, jwks_uri: `${url}/.well-known/jwks.json` }),
  }
  const server = createServer((request, response) => {
    const document = documents[request.url ?? '']
    response
      .writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(document?.() ?? { error: `There is nothing at ${request.url}` }))
  })
  await listen(server, port, 'issuer of sessions')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    tokenFor(userId, lifetimeSeconds = WEEK_SECONDS) {
      const iat = Math.floor(now() / 1000)
      const claims = { iss: url, sub: userId, client_id: client, token_use: 'access', iat, exp: iat + lifetimeSeconds }
      const input = `${encoded({ alg: 'ES256', kid: KEY_ID })}.${encoded(claims)}`
      return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
