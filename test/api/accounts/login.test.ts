import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages } from '../../support/control.ts'
import { asPerson, cookiesOf, newPerson } from '../../support/people.ts'

afterEach(endOutages)

const login = (query = '', headers: Record<string, string> = {}) =>
  call('GET', `/login${query}`, { headers, as: 'signIn' })

describe('GET /login', () => {
  test('returns 302 to the issuer with state, nonce and an S256 challenge, and sets a cookie that binds the browser', async () => {
    const { status, headers } = await login()
    expect(status).toBe(302)
    const location = new URL(String(headers.get('location')))
    expect(location.pathname).toBe('/oauth2/authorize')
    const parameters = Object.fromEntries(location.searchParams)
    expect(parameters).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters[name]).toMatch(/^[\w-]{43}$/)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^auth\.sign_in=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })

  test('returns 302 with different values for every sign-in', async () => {
    const [first, second] = await Promise.all([login(), login()])
    const state = ({ headers }: typeof first) => new URL(String(headers.get('location'))).searchParams.get('state')
    expect(state(first)).not.toBe(state(second))
    expect(cookiesOf(first).get('auth.sign_in')).not.toBe(cookiesOf(second).get('auth.sign_in'))
  })

  test('returns 302 to the target for a signed-in user, and to the home page for an unsafe target', async () => {
    const ada = await newPerson()
    const to = async (redirect: string) =>
      (await asPerson(ada, 'GET', `/login?redirect=${encodeURIComponent(redirect)}`, { as: 'signIn' })).headers.get(
        'location',
      )
    expect(await to('/flows?a=b')).toBe('/flows?a=b')
    expect(await to('//evil.example')).toBe('/')
  })

  test.each(['signed_out', 'expired', 'refused', 'unavailable', '<script>'])(
    'returns 200 with the outcome for the notice %s',
    async (notice) => {
      const { status, headers, bytes } = await login(`?notice=${encodeURIComponent(notice)}&redirect=/flows`)
      const html = Buffer.from(bytes).toString()
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(html).toContain('href="/login?redirect=%2Fflows"')
      expect(html.includes('role="status"')).toBe(notice !== '<script>')
      expect(html).not.toContain('<script>alert')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    },
  )

  test('returns 400 for an unknown query parameter', async () => {
    expect((await login('?surprise=1')).status).toBe(400)
  })
})
