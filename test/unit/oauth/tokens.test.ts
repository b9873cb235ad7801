import { createPublicKey, verify } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { issuerKeysTable, oauthAuthenticator } from '@signet/identity/oauth'
import { tokenIssuer } from '@signet/identity/oauth/tokens'
import type { Caller } from '@signet/kernel'
import { newUuid } from '@signet/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const ISSUER = 'https://agents.example'
const IMAGES = 'https://images.example/prod'
const START = Date.parse('2026-11-22T09:00:00Z')

let world: TableWorld
let secret = 'first'
const now = () => new Date()
beforeAll(async () => {
  world = await openTable()
})
afterAll(async () => {
  vi.useRealTimers()
  await world.close()
})
beforeEach(() => {
  secret = newUuid()
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})

const keys = () => issuerKeysTable({ db: world.db, table: TABLE, now })
const issuer = () => tokenIssuer({ secret: async () => secret, table: keys(), now, newId: newUuid })
const subject = { userId: 'u', orgId: 'o', tenantId: 't', clientId: 'c', grantId: 'g', scopes: ['generate', 'read'] }
const mint = (changes: object = {}, tokenSource = issuer()) =>
  tokenSource.mint({ ...subject, issuer: ISSUER, audience: IMAGES, ...changes })

type Authenticate = ReturnType<typeof oauthAuthenticator>
const authenticateWith = (authenticate: Authenticate, token: string, baseUrl = IMAGES): Promise<Caller | undefined> => {
  const { origin } = new URL(baseUrl)
  const headers = { authorization: `Bearer ${token}` }
  return authenticate({ headers, method: 'GET', origin, baseUrl, sourceIp: '203.0.113.7' })
}
const authenticator = () => oauthAuthenticator({ keys: keys(), now })
const statusOf = (request: Promise<unknown>) =>
  request.then(
    () => 200,
    ({ code }: { code: string }) => code,
  )

describe('access tokens', () => {
  it('name user and audience, and are signed by a published key', async () => {
    const token = await mint()
    const [encodedHeader = '', payload = '', signature = ''] = token.split('.')
    const { kid, ...header } = JSON.parse(Buffer.from(encodedHeader, 'base64url').toString())
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt' })
    const [key] = (await issuer().keys()).keys.filter((each) => each.kid === kid)
    const isValidSignature = verify(
      'sha256',
      Buffer.from(`${encodedHeader}.${payload}`),
      { key: createPublicKey({ key: key as never, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isValidSignature).toBe(true)
    expect(await authenticateWith(authenticator(), token)).toEqual({
      kind: 'oauth',
      tenantId: 't',
      orgId: 'o',
      accountId: 'o',
      userId: 'u',
      clientId: 'c',
      grantId: 'g',
      scopes: ['generate', 'read'],
      rateKey: 'grant-g',
    })
  })

  it('have one key per secret, in every instance', async () => {
    const kidOf = async () => (await issuer().keys()).keys[0]?.kid
    const first = await kidOf()
    expect(await kidOf()).toBe(first)
    secret = newUuid()
    expect(await kidOf()).not.toBe(first)
  })

  it('work only for the service that they name, at its full URL', async () => {
    const token = await mint()
    const authenticate = authenticator()
    expect(await statusOf(authenticateWith(authenticate, token, `${IMAGES}/`))).toBe(200)
    const otherUrls = [ISSUER, 'https://images.example', 'https://images.example/dev', 'http://images.example/prod']
    for (const other of otherUrls)
      expect([other, await statusOf(authenticateWith(authenticate, token, other))]).toEqual([other, 'unauthenticated'])
  })

  it('expire after 15 minutes', async () => {
    const token = await mint()
    const authenticate = authenticator()
    vi.setSystemTime(START + 899_000)
    expect(await statusOf(authenticateWith(authenticate, token))).toBe(200)
    vi.setSystemTime(START + 901_000)
    expect(await statusOf(authenticateWith(authenticate, token))).toBe('unauthenticated')
  })

  it('stay valid after a rotation until they expire; then the old key is removed', async () => {
    const authenticate = authenticator()
    const oldToken = await mint()
    expect(await statusOf(authenticateWith(authenticate, oldToken))).toBe(200)
    secret = newUuid()
    const newToken = await mint()
    expect([
      await statusOf(authenticateWith(authenticate, newToken)),
      await statusOf(authenticateWith(authenticate, oldToken)),
    ]).toEqual([200, 200])
    expect((await issuer().keys()).keys.length).toBeGreaterThanOrEqual(2)
    vi.setSystemTime(START + 26 * 60_000)
    expect((await issuer().keys()).keys).toHaveLength(1)
  })

  it('work again five minutes after the row was removed, except those of a leaked key', async () => {
    const leakedToken = await mint()
    secret = newUuid()
    const tokenSource = issuer()
    await mint({}, tokenSource)
    await world.db.send(new DeleteCommand({ TableName: TABLE, Key: { pk: 'OAKEYS#tokens', sk: 'KEYS' } }))
    vi.setSystemTime(START + 301_000)
    const newToken = await mint({}, tokenSource)
    const authenticate = authenticator()
    expect([
      await statusOf(authenticateWith(authenticate, newToken)),
      await statusOf(authenticateWith(authenticate, leakedToken)),
    ]).toEqual([...[200, 'unauthenticated']])
  })

  it('cause one read of the keys; unknown key IDs cause at most one more read in five seconds', async () => {
    let reads = 0
    const token = await mint()
    const table = keys()
    const authenticate = oauthAuthenticator({
      keys: {
        read: () => {
          reads++
          return table.read()
        },
      },
      now,
    })
    for (let i = 0; i < 5; i++) await authenticateWith(authenticate, token)
    expect(reads).toBe(1)
    const [, ...otherParts] = token.split('.')
    const forgedToken = (kid: string) =>
      [Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid })).toString('base64url'), ...otherParts].join('.')
    for (let i = 0; i < 5; i++)
      expect(await statusOf(authenticateWith(authenticate, forgedToken(`k${i}`)))).toBe('unauthenticated')
    expect(reads).toBe(2)
  })

  it('remain the only credentials that the authenticator handles; API keys, sessions and invalid text are passed on', async () => {
    const authenticate = authenticator()
    const session = `${Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')}.e30.x`
    for (const token of ['gen_x', session, 'a.b.c', 'eyJ.e.x', `${Buffer.from('1').toString('base64url')}.MQ.x`]) {
      expect([token, await authenticateWith(authenticate, token)]).toEqual([token, undefined])
    }
  })

  it('return 401 if their issuer has no published keys', async () => {
    const token = await mint(
      { issuer: 'https://evil.example' },
      tokenIssuer({
        secret: async () => secret,
        table: { read: async () => undefined, publish: async () => ({ issuers: [], jwks: { keys: [] } }) },
        now,
        newId: newUuid,
      }),
    )
    await mint()
    expect(await statusOf(authenticateWith(authenticator(), token))).toBe('unauthenticated')
  })
})
