import { expect, test } from 'vitest'
import { pathProblems } from '../../../lambdas/runtime/scaffolds/update-route.ts'

const problemsOf = (...paths: readonly string[]) => pathProblems(paths.map((path) => ({ path })))

test.each(['', '.', '..', './a', 'a/./b', 'a/../b', 'a//b', 'a/', 'a\n/../b', 'a\u0000b', '\ud800'])(
  '%j is not a project path',
  (path) => {
    expect(problemsOf('README.md', path)).toEqual([{ field: 'files.1.path', message: 'must be a path in the project' }])
  },
)

test.each(['README.md', '.github/workflows/ci.yml', 'a..b', '...', 'src/ein Wort/größer 🚀.md', 'constructor'])(
  '%j is a project path',
  (path) => {
    expect(problemsOf(path)).toEqual([])
  },
)

test('a duplicate path is reported at its second occurrence', () => {
  expect(problemsOf('a', 'b', 'a', 'a')).toEqual([
    { field: 'files.2.path', message: 'repeats the path a' },
    { field: 'files.3.path', message: 'repeats the path a' },
  ])
})
