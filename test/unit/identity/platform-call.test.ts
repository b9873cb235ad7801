import { type Credentials, mintPlatformCall, type PlatformCall } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { platformCallAuthenticator } from '../../../layers/identity/src/platform-call.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const call: PlatformCall = { audience: 'images', tenantId: 't', orgId: 'o', userId: 'u', scopes: ['generate'] }
const mint = (changes: Partial<PlatformCall> = {}, secret = 'secret', now = NOW) =>
  mintPlatformCall(secret, { ...call, ...changes }, now)

const callerOf = (token: string, now = NOW) =>
  platformCallAuthenticator({ audience: 'images', secret: async () => 'secret', now: () => now })({
    headers: { authorization: `Bearer ${token}` },
    sourceIp: '10.0.0.1',
    method: 'POST',
    origin: 'https://images.example',
    baseUrl: 'https://images.example',
  } satisfies Credentials)

describe('a platform call', () => {
  it("acts for the tenant that it names, on its organization's account, without credits", async () => {
    expect(await callerOf(mint())).toEqual({
      kind: 'service',
      tenantId: 't',
      orgId: 'o',
      userId: 'u',
      accountId: 'o',
      scopes: ['generate'],
      chargeMode: 'quota',
      rateKey: 'platform-t',
    })
    expect(await callerOf(mint({ orgId: undefined, userId: undefined }))).toMatchObject({ accountId: 't' })
  })

  it('for an agent or a key is charged to the account, within their limits', async () => {
    const agentPayer = { accountId: 'a', clientId: 'c', grantId: 'g' }
    const keyPayer = { accountId: 'a', keyId: 'k', dailyBudget: 5 }
    expect(await callerOf(mint({ pays: agentPayer }))).toEqual({
      kind: 'service',
      tenantId: 't',
      orgId: 'o',
      userId: 'u',
      scopes: ['generate'],
      rateKey: 'platform-t',
      ...agentPayer,
    })
    expect(await callerOf(mint({ pays: keyPayer }))).toMatchObject(keyPayer)
    expect(await callerOf(mint({ pays: { accountId: 'a' } }))).not.toHaveProperty('chargeMode')
  })

  it('expires after a minute', async () => {
    const callAfter = (ms: number) => callerOf(mint(), new Date(NOW.getTime() + ms))
    expect(await callAfter(59_999)).toBeDefined()
    await expect(callAfter(60_000)).rejects.toMatchObject({ code: 'unauthenticated' })
    // No credential may be valid for longer, whatever clock created it.
    await expect(callAfter(-120_000)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  const [payload = '', mac = ''] = mint().slice('call_'.length).split('.')
  const claims = Buffer.from(payload, 'base64url').toString()
  const alteredPayload = Buffer.from(claims.replace('"t"', '"x"')).toString('base64url')
  it.each([
    ['signed with another secret', mint({}, 'other')],
    ['issued for another service', mint({ audience: 'archive' })],
    ['changed to another user under the same signature', `call_${alteredPayload}.${mac}`],
    ['unsigned', `call_${payload}.`],
    ['followed by another part', `${mint()}.x`],
    ['empty', 'call_'],
    ['signed with half a signature', `call_${payload}.${mac.slice(0, 20)}`],
  ])('returns 401 when it is %s', async (_, token) => {
    await expect(callerOf(token)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('leaves keys and tokens to other authenticators', async () => {
    for (const token of ['gen_x', 'eyJ.x.y']) expect(await callerOf(token)).toBeUndefined()
  })
})
