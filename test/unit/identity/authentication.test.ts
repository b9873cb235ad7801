import { bearerToken } from '@signet/identity'
import { type Authenticator, type Caller, unauthenticated } from '@signet/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authenticationChain } from '../../../layers/identity/src/authentication-chain.ts'
import { anonymousCaller } from '../../../layers/identity/src/callers.ts'
import { networkOf } from '../../../layers/kernel/src/client-address.ts'

type CredentialKind = 'key' | 'oauth' | 'session' | 'anonymous'

/** Builds a caller by the credential kind that recognized it. */
const caller = (kind: CredentialKind): Caller => ({ kind: 'key', tenantId: kind, scopes: [], rateKey: kind })
const sourceIp = '203.0.113.7'
const request = { method: 'GET', origin: 'https://api.example', baseUrl: 'https://api.example' }
const credentialsWith = (headers: Record<string, string>) => ({ ...request, headers, sourceIp })

/** An authenticator that accepts one token, rejects another, and records its calls. */
const authenticatorFor =
  (kind: CredentialKind, good: string, bad: string, calls: string[]): Authenticator =>
  async (credentials) => {
    calls.push(kind)
    const token = bearerToken(credentials)
    if (token === bad) throw unauthenticated(`bad ${kind}`)
    return token === good ? caller(kind) : undefined
  }

const chain = () => {
  const calls: string[] = []
  const chain = [
    authenticatorFor('key', 'k', 'bad-k', calls),
    authenticatorFor('oauth', 'o', 'bad-o', calls),
    authenticatorFor('session', 's', 'bad-s', calls),
  ]
  return { calls, authenticate: authenticationChain(chain, async () => caller('anonymous')) }
}

describe('the authentication chain', () => {
  it.each([
    ['k', 'key', ['key']],
    ['o', 'oauth', ['key', 'oauth']],
    ['s', 'session', ['key', 'oauth', 'session']],
  ])('tries key, OAuth and session in order, and stops at the first match: %s', async (token, kind, expectedCalls) => {
    const { calls, authenticate } = chain()
    expect((await authenticate(credentialsWith({ authorization: `Bearer ${token}` })))?.tenantId).toBe(kind)
    expect(calls).toEqual(expectedCalls)
  })

  it('stops at an invalid credential, without further authenticators or the anonymous caller', async () => {
    const { calls, authenticate } = chain()
    const expectedError = { code: 'unauthenticated', message: 'bad oauth' }
    await expect(authenticate(credentialsWith({ authorization: 'Bearer bad-o' }))).rejects.toMatchObject(expectedError)
    expect(calls).toEqual(['key', 'oauth'])
  })

  it('rejects an unknown credential', async () => {
    const refused = { code: 'unauthenticated' }
    await expect(chain().authenticate(credentialsWith({ authorization: 'Bearer who' }))).rejects.toMatchObject(refused)
    await expect(chain().authenticate(credentialsWith({ 'x-api-key': 'who' }))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it.each(['Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'k', ''])(
    'rejects the authorization "%s" instead of ignoring it',
    async (authorization) => {
      await expect(chain().authenticate(credentialsWith({ authorization }))).rejects.toMatchObject({
        code: 'unauthenticated',
      })
    },
  )

  it('accepts callers without a credential as anonymous if allowed', async () => {
    const { authenticate } = chain()
    expect((await authenticate(credentialsWith({})))?.tenantId).toBe('anonymous')
    expect(await authenticationChain([], undefined)(credentialsWith({}))).toBeUndefined()
  })

  it('rejects two different credentials with 400 and accepts two equal credentials', async () => {
    const bothCredentials = (key: string) => credentialsWith({ authorization: 'Bearer k', 'x-api-key': key })
    await expect(chain().authenticate(bothCredentials('other'))).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await chain().authenticate(bothCredentials('k')))?.tenantId).toBe('key')
  })
})

describe('the network of an anonymous caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
  ])('groups %s as %s', (address, network) => expect(networkOf(address)).toBe(network))

  it('covers a whole /64 and differs for the next one', () => {
    const group = fc.nat(0xffff).map((n) => n.toString(16))
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (suffix, otherSuffix) => {
        expect(networkOf(`2001:db8:0:1:${suffix.join(':')}`)).toBe(networkOf(`2001:db8:0:1:${otherSuffix.join(':')}`))
        expect(networkOf(`2001:db8:0:1:${suffix.join(':')}`)).not.toBe(networkOf(`2001:db8:0:2:${suffix.join(':')}`))
      }),
    )
  })

  it('gives a stable tenant that depends on the pepper and reveals no address', async () => {
    const tenant = async (pepper: string, ip: string) =>
      (await anonymousCaller(async () => pepper)({ ...request, headers: {}, sourceIp: ip }))?.tenantId
    expect(await tenant('p', sourceIp)).toBe(await tenant('p', sourceIp))
    expect(await tenant('p', sourceIp)).not.toBe(await tenant('q', sourceIp))
    expect(await tenant('p', sourceIp)).not.toBe(await tenant('p', '203.0.113.8'))
    expect(await tenant('p', sourceIp)).toMatch(/^anon-[0-9a-f]{32}$/)
  })

  it('rejects an invalid address', async () => {
    await expect(anonymousCaller(async () => 'p')({ ...request, headers: {}, sourceIp: 'unknown' })).rejects.toThrow()
  })
})
