import { checkArtifact } from '@signet/artifacts'
import { expect, it } from 'vitest'
import { nameHash } from '../../../layers/artifacts/src/json/name-book.ts'

/** The table of a document of 12,000 bytes has 4,096 entries: the first 12 of 32 bits. */
const SHIFT = 20

/** Returns names whose hashes equal that of the first object. */
const collidingNames = (size: number): readonly string[] => {
  const names: string[] = []
  for (let at = 0; names.length < size; at++) {
    const name = at.toString(36)
    if (nameHash(Buffer.from(name), 0, name.length, 1) >>> SHIFT === 0) names.push(name)
  }
  return names
}

const ruleOf = (names: readonly string[]) => {
  const bytes = Buffer.from(`{${names.map((name) => `"${name}": 0`).join()}}`.padEnd(12_000))
  const verdict = checkArtifact({ bytes, type: 'application/json' })
  return verdict.ok ? undefined : verdict.rule
}

it('JSON names with equal hashes are distinguished, and found again', () => {
  const names = collidingNames(200)
  expect(ruleOf(names)).toBeUndefined()
  expect([0, 5, 16, 17, 199].map((nth) => ruleOf([...names, names[nth] ?? '']))).toEqual(
    new Array(5).fill('json_duplicate_key'),
  )
})
