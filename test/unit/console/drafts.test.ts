import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteDrafts, draftKey } from '../../../console/session/drafts.ts'

/** A fake storage whose items are members of the object, as in browsers. */
const stubStorage = (items: Record<string, string>) => {
  const storage = { ...items }
  Object.defineProperty(storage, 'removeItem', { value: (key: string) => void delete storage[key] })
  vi.stubGlobal('localStorage', storage)
  return storage
}

afterEach(() => void vi.unstubAllGlobals())

describe('drafts in the browser', () => {
  it('deleteDrafts deletes drafts of all organizations, but no other items', () => {
    const intake = draftKey('trust-intake', 'acme')
    const otherIntake = draftKey('trust-intake', 'loaf')
    const storage = stubStorage({ [intake]: '{}', [otherIntake]: '{}', theme: 'dark' })
    deleteDrafts()
    expect(Object.keys(storage)).toEqual(['theme'])
  })

  it('deleteDrafts does not throw if storage is unavailable', () => {
    const forbidden = () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
    vi.stubGlobal('localStorage', new Proxy({}, { ownKeys: forbidden, get: forbidden }))
    expect(deleteDrafts).not.toThrow()
  })
})
