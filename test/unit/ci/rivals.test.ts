import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

const EXACT = /^\d+\.\d+\.\d+$/

/** Rivals that another version may replace without a change of the repository. */
const inexactVersions = (dependencies: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(dependencies)
    .filter(([, version]) => !EXACT.test(version))
    .map(([name]) => name)

test('each rival of the benches has an exact version, because no lockfile has it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'test/bench/package.json'), 'utf8'))
  expect(Object.keys(dependencies).length).toBeGreaterThan(20)
  expect(inexactVersions(dependencies)).toEqual([])
  expect(existsSync(join(ROOT, 'test/bench/package-lock.json'))).toBe(false)
  expect(inexactVersions({ ranged: '^1.0.0', tagged: 'latest', exact: '1.0.0' })).toEqual(['ranged', 'tagged'])
})
