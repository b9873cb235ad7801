import { createHash } from 'node:crypto'
import { sessionCookieName, setCookie } from '@signet/identity'
import { describe, expect, it } from 'vitest'
import {
  bindingCookie,
  bindingOf,
  browserDigest,
  challengeOf,
  clearBindingCookie,
  isSameText,
  newBinding,
} from '../../../lambdas/accounts/sign-in/browser-binding.ts'

const HTTPS = 'https://own.example'
const HTTP = 'http://localhost:4000'
const pair = (cookie: string): string => String(cookie.split(';')[0])

describe('the binding of a sign-in to its browser', () => {
  it('returns the target path with the cookie', () => {
    const binding = newBinding('/flows?a=b')
    for (const origin of [HTTP, HTTPS]) {
      expect(bindingOf(`theme=dark; ${pair(bindingCookie(binding, origin))}`, origin)).toEqual(binding)
    }
  })

  it('uses a cookie that no other host can set over https', () => {
    const cookie = bindingCookie(newBinding('/'), HTTPS)
    expect(cookie).toMatch(/^__Host-auth\.sign_in=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(bindingOf(pair(cookie).replace('__Host-', ''), HTTPS)).toBeUndefined()
    expect(clearBindingCookie(HTTPS)).toContain('Max-Age=0')
  })

  it('does not exist for two cookies or a malformed cookie', () => {
    const [first, second] = [newBinding('/'), newBinding('/')].map((each) => pair(bindingCookie(each, HTTP)))
    for (const cookie of [`${first}; ${second}`, 'auth.sign_in=short.Lw', 'auth.sign_in=', 'other=x', undefined]) {
      expect(bindingOf(cookie, HTTP)).toBeUndefined()
    }
  })

  it('never redirects to an unsafe target, whatever the cookie contains', () => {
    const path = Buffer.from('//evil.example').toString('base64url')
    const cookie = `auth.sign_in=${newBinding('/').secret}.${path}`
    expect(bindingOf(cookie, HTTP)?.redirect).toBe('/')
  })

  it('derives different values for every sign-in, which do not reveal each other', () => {
    const binding = newBinding('/')
    const otherBinding = newBinding('/')
    const values = [binding, otherBinding].flatMap((each) => [
      ...Object.values(challengeOf('pepper', each)),
      browserDigest('pepper', each),
      each.secret,
    ])
    expect(new Set(values).size).toBe(values.length)
    const { verifier, challenge } = challengeOf('pepper', binding)
    expect(verifier).toMatch(/^[\w-]{43}$/)
    expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'))
    expect(challengeOf('pepper', binding)).toEqual(challengeOf('pepper', binding))
    expect(challengeOf('other', binding).state).not.toBe(challengeOf('pepper', binding).state)
  })

  it('compares texts of any length', () => {
    expect([isSameText('a', 'a'), isSameText('a', 'b'), isSameText('', 'a'), isSameText('a', 'aa')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('the session cookie', () => {
  it.each([
    [HTTP, 'auth.session_token'],
    [HTTPS, '__Secure-auth.session_token'],
  ])('has the name and the attributes of the specification at %s', (origin, name) => {
    expect(setCookie({ name: sessionCookieName(origin), value: 'v', maxAge: 7 * 86_400 })).toBe(
      `${name}=v; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax`,
    )
  })
})
