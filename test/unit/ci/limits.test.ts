import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

/** The time limit of each command on two cores. */
const LIMITS = {
  'npm run check': 'at most 45 s on two cores',
  'npm test': 'at most 10 minutes on two cores',
  '.ci/run': 'at most 60 minutes on two cores',
} as const

const linesOf = (page: string): string[] => readFileSync(join(ROOT, page), 'utf8').split('\n')

/** Returns the limits of a command in a page. */
const limitsOf = (page: string, command: string): string[] =>
  linesOf(page)
    .filter((line) => line.includes(command))
    .flatMap((line) => line.match(/at most \d+ (?:s|minutes) on two cores/g) ?? [])

test.each(['CONTRIBUTING.md', 'docs/testing.md', 'README.md'])('%s states the time limits of the commands', (page) => {
  for (const [command, limit] of Object.entries(LIMITS)) expect(limitsOf(page, command), command).toEqual([limit])
})
