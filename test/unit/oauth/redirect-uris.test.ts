import {
  canonicalResource,
  isLoopback,
  matchesRedirect,
  redirectHostOf,
  redirectWith,
  requestedScopes,
  usableRedirects,
} from '@signet/identity/oauth'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../support/any-character.ts'

describe('redirect URIs', () => {
  it('match exactly, except for the port of a loopback address', () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ['https://a.example/cb', 'https://a.example/cb', true],
      ['https://a.example/cb', 'https://a.example/cb?x', false],
      ['https://a.example/cb', 'https://a.example:443/cb', false],
      ['http://localhost/cb', 'http://localhost:3118/cb', true],
      ['http://localhost:1/cb', 'http://localhost:2/cb', true],
      ['http://localhost/cb', 'http://127.0.0.1/cb', false],
      ['http://[::1]/cb', 'http://[::1]:9/cb', true],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:9/cb?x', false],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:9@evil.example/cb', false],
      ['cursor://anysphere.cursor-mcp/cb', 'cursor://anysphere.cursor-mcp/cb', true],
      ['cursor://anysphere.cursor-mcp/cb', 'cursor://evil/cb', false],
    ]
    for (const [registered, requested, expected] of cases) {
      expect([registered, requested, matchesRedirect([registered], requested)]).toEqual([
        registered,
        requested,
        expected,
      ])
    }
  })

  it('must have a host that browsers display as written and that cannot end a CSP directive', () => {
    const valid = [
      'https://a.example/cb',
      'https://a.example:8443/cb?x=1',
      'https://[2001:db8::1]/cb',
      'https://a.example',
    ]
    const invalid = [
      'https://a;sandbox/cb',
      'https:evil.example',
      'https:/evil.example/cb',
      'https://a,b/cb',
      "https://a'b/cb",
    ]
    expect(usableRedirects(valid)).toEqual(valid)
    expect(usableRedirects(invalid)).toEqual([])
  })

  it('match in one spelling only, whatever characters are inserted', async () => {
    const site = 'https://client.example/callback'
    const inserted = fc.tuple(fc.nat(site.length), fc.string({ minLength: 1, maxLength: 12, unit: anyCharacter }))
    await fc.assert(
      fc.asyncProperty(inserted, async ([at, text]) => {
        expect(matchesRedirect([site], `${site.slice(0, at)}${text}${site.slice(at)}`)).toBe(false)
      }),
    )
    const start = 'http://127.0.0.1'
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: anyCharacter }), async (text) => {
        const isPort = /^:\d{1,5}$/.test(text) && Number(text.slice(1)) <= 65_535
        expect(matchesRedirect([`${start}/cb`], `${start}${text}/cb`)).toBe(isPort)
      }),
    )
  })

  it('get the response parameters after their own query', () => {
    expect(redirectWith('https://a.example/cb', { code: 'c', state: undefined })).toBe('https://a.example/cb?code=c')
    expect(redirectWith('https://a.example/cb?x=1', { state: 'a b&c' })).toBe('https://a.example/cb?x=1&state=a+b%26c')
  })

  it('appear on the consent page as a host or a program', () => {
    expect(redirectHostOf('https://a.example/cb')).toBe('a.example')
    expect(redirectHostOf('http://127.0.0.1:7/cb')).toBe('127.0.0.1:7')
    expect(redirectHostOf('cursor://anysphere.cursor-mcp/cb')).toBe('the program of cursor://')
    expect([isLoopback('http://localhost/'), isLoopback('https://localhost/'), isLoopback('http://a.example')]).toEqual(
      [...[true, false, false]],
    )
  })
})

describe('resource URLs', () => {
  it('have one canonical form', () => {
    const spellings = ['https://a.example', 'https://a.example/', 'HTTPS://A.example', 'https://a.example:443/']
    for (const text of spellings) expect([text, canonicalResource(text)]).toEqual([text, 'https://a.example'])
    expect(canonicalResource('https://a.example/Prod/')).toBe('https://a.example/Prod')
    for (const text of [
      'https://a.example#x',
      'https://a.example?',
      'https://u@a.example',
      'ftp://a.example',
      'a',
      '',
    ]) {
      expect([text, canonicalResource(text)]).toEqual([text, undefined])
    }
  })
})

describe('requested scopes', () => {
  it('include only known scopes, in catalog order; without a known scope, the base scopes apply', () => {
    expect(requestedScopes(undefined, 'images')).toEqual(['generate', 'read'])
    expect(requestedScopes(' ', 'images')).toEqual(['generate', 'read'])
    expect(requestedScopes('billing:purchase read offline_access read', 'images')).toEqual(['read', 'billing:purchase'])
    expect(requestedScopes('openid toString', 'images')).toEqual(['generate', 'read'])
  })
})
