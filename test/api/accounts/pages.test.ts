import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, outage } from '../../support/control.ts'
import { asPerson, newPerson, relayOf } from '../../support/people.ts'

afterEach(endOutages)

const html = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString()

describe('pages', () => {
  test('getHome 302 to the dashboard', async () => {
    const { status, headers } = await call('GET', '/', { as: 'getHome' })
    expect([status, headers.get('location')]).toEqual([302, '/dashboard'])
    expect((await call('GET', '/?surprise=1', { as: 'getHome' })).status).toBe(400)
  })

  test('getDashboard 200 with who one is, keys and sessions; values are escaped and no key is shown', async () => {
    const ada = await newPerson('Ada <script>alert(1)</script>')
    const made = await asPerson(ada, 'POST', '/api/keys', { body: { name: '"><b>key' }, as: 'createApiKey' })
    const answer = await asPerson(ada, 'GET', '/dashboard', { as: 'getDashboard' })
    const { headers } = answer
    expect([answer.status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    const page = html(answer)
    for (const text of [ada.email, 'Ada &lt;script&gt;', '&quot;&gt;&lt;b&gt;key', 'this one'])
      expect(page).toContain(text)
    for (const text of [String(made.body.key), ada.token, '<b>key', '<script>alert']) expect(page).not.toContain(text)
    const policy = String(headers.get('content-security-policy'))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('getDashboard 200 with places for usage and plan, also for who comes back from a payment', async () => {
    const ada = await newPerson()
    for (const query of ['', '?checkout=done', '?checkout=canceled']) {
      const answer = await asPerson(ada, 'GET', `/dashboard${query}`, { as: 'getDashboard' })
      expect(answer.status).toBe(200)
      for (const id of ['images', 'scaffolds', 'cycle', 'plan-now', 'downgrade-when'])
        expect(html(answer)).toContain(`id="${id}"`)
    }
    expect((await asPerson(ada, 'GET', '/dashboard?checkout=x', { as: 'getDashboard' })).status).toBe(400)
  })

  test.each(['', 'auth.session_token=x', `auth.session_token=${'x'.repeat(43)}`])(
    'getDashboard 302 to the sign-in page with the cookie "%s"',
    async (cookie) => {
      const { status, headers } = await call('GET', '/dashboard', { headers: { cookie }, as: 'getDashboard' })
      expect([status, headers.get('location')]).toEqual([302, '/login?redirect=%2Fdashboard'])
    },
  )

  test('getDashboard, signIn and relaySignIn 500 when the table is broken, and tell nothing of it', async () => {
    const [ada, { binding, path }] = [await newPerson(), await relayOf()]
    await outage({ service: 'dynamodb', times: 1_000, status: 400, type: 'ResourceNotFoundException' })
    const answers = await Promise.all([
      asPerson(ada, 'GET', '/dashboard', { as: 'getDashboard' }),
      asPerson(ada, 'GET', '/login', { as: 'signIn' }),
      call('GET', path, { headers: { cookie: binding }, as: 'relaySignIn' }),
    ])
    for (const { status, body } of answers) expect([status, body.error]).toEqual([500, 'Internal error'])
  })

  test('getDashboard 400 for what it does not know', async () => {
    expect((await call('GET', '/dashboard?surprise=1', { as: 'getDashboard' })).status).toBe(400)
  })
})
