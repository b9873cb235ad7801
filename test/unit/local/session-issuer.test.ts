import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionVerifier } from '@signet/identity/session-verifier'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SessionIssuer, startSessionIssuer } from '../../../lib/local/session-issuer.ts'

const CLIENT = 'client-1'
let dir = ''
let running: SessionIssuer[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signet-issuer-'))
})
afterEach(async () => {
  await Promise.all(running.map((issuer) => issuer.stop()))
  running = []
  rmSync(dir, { recursive: true, force: true })
})

const start = async ({ file = 'key.pem', now = Date.now, port = 0 } = {}): Promise<SessionIssuer> => {
  const issuer = await startSessionIssuer({ port, keyFile: join(dir, file), client: CLIENT, now })
  running.push(issuer)
  return issuer
}

const userOf = ({ url }: SessionIssuer, token: string, clientId = CLIENT) =>
  sessionVerifier({ issuer: url, clientId })(token)

const refused = { code: 'unauthenticated' }

describe('the local issuer of sessions', () => {
  it('makes sessions that the platform accepts as that user’s, and only for its client', async () => {
    const issuer = await start()
    const token = issuer.tokenFor('user-1')
    expect(await userOf(issuer, token)).toBe('user-1')
    await expect(userOf(issuer, token, 'client-2')).rejects.toMatchObject(refused)
  })

  it('makes sessions that end, by the clock of the stack', async () => {
    const issuer = await start({ now: () => Date.now() - 3_600_000 })
    await expect(userOf(issuer, issuer.tokenFor('user-1', 60))).rejects.toMatchObject(refused)
    expect(await userOf(issuer, issuer.tokenFor('user-1', 7_200))).toBe('user-1')
  })

  it('keeps its key over a restart, readable by its owner alone: a session outlives the run that made it', async () => {
    const first = await start()
    const token = first.tokenFor('user-1')
    const port = Number(new URL(first.url).port)
    await first.stop()
    expect(statSync(join(dir, 'key.pem')).mode & 0o777).toBe(0o600)
    const second = await start({ port })
    expect(await userOf(second, token)).toBe('user-1')
  })

  it('is not believed with another key, and shows the public half of its own only', async () => {
    const [one, other] = [await start({ file: 'one.pem' }), await start({ file: 'other.pem' })]
    const [header, claims] = other.tokenFor('user-1').split('.')
    const foreign = [header, Buffer.from(claims!, 'base64url').toString().replace(other.url, one.url)]
    const token = `${foreign[0]}.${Buffer.from(foreign[1]!).toString('base64url')}.${other.tokenFor('x').split('.')[2]}`
    await expect(userOf(one, token)).rejects.toMatchObject(refused)
    const keys = (await (await fetch(`${one.url}/.well-known/jwks.json`)).json()) as { keys: object[] }
    expect(keys.keys).toHaveLength(1)
    expect(Object.keys(keys.keys[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('names itself in its discovery document, and answers 404 elsewhere', async () => {
    const { url } = await start()
    const found = await (await fetch(`${url}/.well-known/openid-configuration`)).json()
    expect(found).toEqual({ issuer: url, jwks_uri: `${url}/.well-known/jwks.json` })
    expect((await fetch(`${url}/token`)).status).toBe(404)
  })
})
