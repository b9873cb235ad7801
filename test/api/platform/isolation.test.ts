import { describe, expect, test } from 'vitest'
import { idNamesIn } from '../../support/owned.ts'
import { byPath, checkIntact, checkStranger, choices, useOwner } from './isolation-world.ts'

const isolated = useOwner()

describe('ids in paths', () => {
  test('every id in a path belongs to a declared kind of item', () => {
    const { idsIn } = isolated()
    expect(byPath.length).toBeGreaterThanOrEqual(4)
    for (const { path } of byPath) {
      expect([path, idNamesIn(path, choices).filter((name) => !(name in idsIn(path)))]).toEqual([path, []])
    }
  })
})

checkStranger(isolated, 'another signed-in user')
checkIntact(isolated)
