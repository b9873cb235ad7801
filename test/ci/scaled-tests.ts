import { factsOf } from '../architecture/module-facts.ts'
import type { SourceFile } from '../support/source-files.ts'

const SCALE = 'test/support/scale.ts'
/** A test that scales imports it directly. Helpers that import it contain crash points, but do not set the number of runs. */
const CRASH_POINT = 'test/support/crash-point.ts'

const importsOf = (file: SourceFile): string[] => factsOf(file).imports.flatMap(({ target }) => target ?? [])

const isTest = (path: string): boolean => path.endsWith('.test.ts')

/**
 * Returns the tests whose size depends on `LONG`: those that import `test/support/scale.ts` or `crash-point.ts`,
 * directly or through helpers below `test/` that import `scale.ts`.
 */
export const scaledTests = (files: readonly SourceFile[]): string[] => {
  const modules = files
    .filter(({ path }) => path.startsWith('test/') && path.endsWith('.ts'))
    .map((file) => ({ path: file.path, imports: importsOf(file) }))
  const helpers = new Set([SCALE, CRASH_POINT])
  const isScaled = ({ imports }: { readonly imports: readonly string[] }) => imports.some((path) => helpers.has(path))
  for (let size = 0; size < helpers.size; ) {
    size = helpers.size
    for (const { path, imports } of modules)
      if (!isTest(path) && imports.some((each) => each !== CRASH_POINT && helpers.has(each))) helpers.add(path)
  }
  return modules
    .filter((module) => isTest(module.path) && isScaled(module))
    .map(({ path }) => path)
    .sort()
}
