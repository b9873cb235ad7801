import { globSync, readFileSync } from 'node:fs'
import type { Requirement } from './requirement.ts'

const ID = /'([A-Z]+-[\d.]+-\d+)'/g

/**
 * Returns the ids that a test file cites, read from its source, so that files need not run in one process. Every id in
 * a file that calls `verifies` counts, in the call or in a table of cases.
 */
export const citedIn = (source: string): string[] =>
  /\bverifies\(/.test(source) ? [...source.matchAll(ID)].map(([, id = '']) => id) : []

/** Returns the ids that the tests cite, without this folder's own tests, which plant citations. */
export const citedInProject = (root: string): Set<string> =>
  new Set(
    globSync('test/**/*.test.ts', { cwd: root })
      .filter((file) => !file.startsWith('test/spec/'))
      .flatMap((file) => citedIn(readFileSync(`${root}/${file}`, 'utf8'))),
  )

/** Lists mismatches between requirements and citations; empty if every must is cited and every cited id is knownIds. */
export const citationProblems = (requirements: readonly Requirement[], cited: ReadonlySet<string>): string[] => {
  const listedIds = new Set(requirements.map(({ id }) => id))
  const duplicates = requirements.filter(({ id }, index) => requirements.findIndex((each) => each.id === id) !== index)
  return [
    ...duplicates.map(({ id }) => `${id} is listed twice`),
    ...requirements
      .filter(({ id, pending }) => !pending && !cited.has(id))
      .map(({ id, text }) => `${id} is cited by no test: ${text}`),
    ...requirements
      .filter(({ id, pending }) => pending && cited.has(id))
      .map(({ id }) => `${id} is pending, yet a test cites it`),
    ...[...cited].filter((id) => !listedIds.has(id)).map((id) => `${id} is cited but not listed`),
  ]
}
