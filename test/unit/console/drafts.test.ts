import { afterEach, describe, expect, it, vi } from 'vitest'
import { draftKey, forgetDrafts } from '../../../console/session/drafts.ts'

/** A fake storage whose items are members of the object, as in browsers. */
const browser = (kept: Record<string, string>) => {
  const storage = { ...kept }
  Object.defineProperty(storage, 'removeItem', { value: (key: string) => void delete storage[key] })
  vi.stubGlobal('localStorage', storage)
  return storage
}

afterEach(() => void vi.unstubAllGlobals())

describe('drafts in the browser', () => {
  it('drafts are deleted for all organizations, without other items', () => {
    const intake = draftKey('trust-intake', 'acme')
    const other = draftKey('trust-intake', 'loaf')
    const storage = browser({ [intake]: '{}', [other]: '{}', theme: 'dark' })
    forgetDrafts()
    expect(Object.keys(storage)).toEqual(['theme'])
  })

  it('do not block a sign-out if storage is unavailable', () => {
    const forbidden = () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
    vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: forbidden, get: forbidden }))
    expect(forgetDrafts).not.toThrow()
  })
})
