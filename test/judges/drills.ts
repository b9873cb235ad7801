import { scaledTests } from '../ci/scaled-tests.ts'
import { sourceFiles } from '../support/source-files.ts'

/** Prints the scaled tests in the folders of the command line, one per line. The judge `bundles` runs bundles.test.ts. */

const folders = process.argv.slice(2)
const tests = scaledTests(sourceFiles()).filter(
  (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && path !== 'test/architecture/bundles.test.ts',
)
// Without a file, Vitest would run every test of the project.
if (tests.length === 0) throw new Error(`No scaled test in ${folders.join(', ')}`)
console.log(tests.join('\n'))
