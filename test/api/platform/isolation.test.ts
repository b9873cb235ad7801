import { describe, expect, test } from 'vitest'
import { idNamesIn } from '../../support/owned.ts'
import { byPath, checkIntact, checkStranger, choices, useOwner } from './isolation-world.ts'

const isolated = useOwner()

describe('each id in a path', () => {
  test('is known by what comes before its ids', () => {
    const { idsIn } = isolated()
    expect(byPath.length).toBeGreaterThanOrEqual(4)
    for (const { path } of byPath) {
      expect([path, idNamesIn(path, choices).filter((name) => !(name in idsIn(path)))]).toEqual([path, []])
    }
  })
})

checkStranger(isolated, 'somebody else who is signed in')
checkIntact(isolated)
