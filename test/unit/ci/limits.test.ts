import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

/** What each command may take on two cores. */
const LIMITS = {
  'npm run check': 'at most 45 s on two cores',
  'npm test': 'at most 10 minutes on two cores',
  '.ci/run': 'at most 60 minutes on two cores',
} as const

const linesOf = (page: string): string[] => readFileSync(join(ROOT, page), 'utf8').split('\n')

/** The limits that a page tells of a command. */
const toldOf = (page: string, command: string): string[] =>
  linesOf(page)
    .filter((line) => line.includes(command))
    .flatMap((line) => line.match(/at most \d+ (?:s|minutes) on two cores/g) ?? [])

test.each(['CONTRIBUTING.md', 'docs/testing.md', 'README.md'])('%s tells what the commands take', (page) => {
  for (const [command, limit] of Object.entries(LIMITS)) expect(toldOf(page, command), command).toEqual([limit])
})
