import { expect, test } from 'vitest'
import { scaledTests } from '../../ci/scaled-tests.ts'
import { sourceFiles } from '../../support/source-files.ts'

const SCALE = { path: 'test/support/scale.ts', text: 'export const isLong = false' }
const CRASH_POINT = { path: 'test/support/crash-point.ts', text: "import { isLong } from './scale.ts'" }
const scaledTestsIn = (...files: readonly { readonly path: string; readonly text: string }[]): string[] =>
  scaledTests([SCALE, CRASH_POINT, ...files])

test('a test that imports scale.ts or crash-point.ts is scaled', () => {
  const path = 'test/unit/ledger/a.test.ts'
  expect(scaledTestsIn({ path, text: "import { scaled } from '../../support/scale.ts'" })).toEqual([path])
  expect(scaledTestsIn({ path, text: "import { atEveryCall } from '../../support/crash-point.ts'" })).toEqual([path])
})

test('a test that imports scale.ts through helpers is scaled', () => {
  const near = { path: 'test/unit/ledger/near.ts', text: "import { scaled } from '../../support/scale.ts'" }
  const far = { path: 'test/api/flags/far.ts', text: "const { near } = await import('../../unit/ledger/near.ts')" }
  const tests = [
    { path: 'test/unit/ledger/a.test.ts', text: "import { near } from './near.ts'" },
    { path: 'test/api/flags/b.test.ts', text: "import { far } from './far.ts'" },
  ]
  expect(scaledTestsIn(...tests, far, near)).toEqual(['test/api/flags/b.test.ts', 'test/unit/ledger/a.test.ts'])
})

test('a test that imports crash-point.ts only through a helper is not scaled', () => {
  const world = { path: 'test/unit/trust/world.ts', text: "import { withCrash } from '../../support/crash-point.ts'" }
  expect(
    scaledTestsIn(world, { path: 'test/unit/trust/a.test.ts', text: "import { world } from './world.ts'" }),
  ).toEqual([])
})

test('a test that imports another helper of the same name is not scaled', () => {
  const near = { path: 'test/unit/ledger/near.ts', text: "import { scaled } from '../../support/scale.ts'" }
  expect(scaledTestsIn(near, { path: 'test/unit/trust/a.test.ts', text: "import { near } from './near.ts'" })).toEqual(
    [],
  )
})

test('the halves of the ledger’s properties and the drills are scaled', () => {
  expect(scaledTests(sourceFiles())).toEqual(
    expect.arrayContaining([
      'test/api/every-domain/operations-1.test.ts',
      'test/infra/checks.test.ts',
      'test/unit/images/crash-drill.test.ts',
      'test/unit/ledger/ledger-property-more.test.ts',
      'test/unit/ledger/ledger-property.test.ts',
    ]),
  )
})
