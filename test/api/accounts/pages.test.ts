import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { asPerson, newPerson, signInUntilRelay } from '../../support/people.ts'

afterEach(endOutages)

describe('pages for browsers', () => {
  test('getHome returns 200 with a page that runs no script', async () => {
    const { status, headers, bytes } = await call('GET', '/', { as: 'getHome' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const page = Buffer.from(bytes).toString()
    for (const text of ['has no console', 'SIGNET_EDGE=on', 'href="/login"']) expect(page).toContain(text)
    expect((await call('GET', '/?surprise=1', { as: 'getHome' })).status).toBe(400)
  })

  test.each([
    ['/dashboard', '/'],
    ['/dashboard?checkout=done', '/billing?checkout=done'],
    ['/dashboard?checkout=canceled', '/billing?checkout=canceled'],
  ])('getDashboard returns 302 to the console: %s is %s', async (path, target) => {
    const { status, headers } = await call('GET', path, { as: 'getDashboard' })
    expect([status, headers.get('location')]).toEqual([302, target])
  })

  test('signIn and relaySignIn return 500 without details when the table is broken', async () => {
    const ada = await newPerson()
    const { binding, path } = await signInUntilRelay()
    await planOutage({ service: 'dynamodb', times: 1_000, status: 400, type: 'ResourceNotFoundException' })
    const responses = await Promise.all([
      asPerson(ada, 'GET', '/login', { as: 'signIn' }),
      call('GET', path, { headers: { cookie: binding }, as: 'relaySignIn' }),
    ])
    for (const { status, body } of responses) expect([status, body.error]).toEqual([500, 'Internal error'])
  })

  test('getDashboard returns 400 for an unknown query parameter', async () => {
    for (const query of ['surprise=1', 'checkout=x'])
      expect((await call('GET', `/dashboard?${query}`, { as: 'getDashboard' })).status).toBe(400)
  })
})
