import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readAssembly } from '../../lib/local/assembly.ts'
import { resolver } from '../../lib/local/resolver.ts'
import { synthesize } from '../../lib/local/synth.ts'
import { chosenDomains } from '../support/api-domains.ts'
import { resultsIn } from '../support/recorded-results.ts'
import { type GrantedRight, grantedRights } from '../support/rights/granted-rights.ts'
import '../support/sketched-images.ts'
import { problemsOfDomains, problemsOfFullRun, uncoveredByDomains } from './problems.ts'

/**
 * Runs the API tests and the stories, then checks their results. Every declared answer and event must have occurred,
 * and every event must match its contract. The role of a function must grant each right that its calls need, and no
 * other. `npm run test:api` runs all domains; `npm run test:api -- flags` runs some. `--all` also runs the tests of code
 * and of templates, as `npm test` does.
 */

const root = join(import.meta.dirname, '../..')

const readGrantedRights = async (): Promise<GrantedRight[]> => {
  const { dir } = await synthesize({ root, cache: join(root, '.local', 'synth') })
  const stacks = await readAssembly(dir)
  // Rights do not depend on the endpoint of the embedded services.
  return grantedRights(stacks, resolver({ stacks, endpoint: 'http://127.0.0.1' }))
}

// With a young generation of 1 MB, tests of templates spend half of their time on garbage collection.
const VITEST = ['--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs', 'run']

const {
  values: { all },
  positionals: domains,
} = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } })
process.env.API_DOMAINS = domains.join()
try {
  chosenDomains()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}

const runTests = async (results: string, projects: readonly string[]): Promise<boolean> => {
  const env = { ...process.env, TEST_RESULTS: results }
  // A domain may have no story.
  const passWithoutTests = domains.length > 0 ? ['--passWithNoTests'] : []
  const args = [...VITEST, ...passWithoutTests, ...projects.flatMap((project) => ['--project', project])]
  const vitest = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(vitest, 'close')
  return code === 0
}

const results = mkdtempSync(join(tmpdir(), 'signet-results-'))
try {
  const testsPassed = await runTests(results, [...(all ? ['unit', 'infra'] : []), 'api', 'stories'])
  const runResults = { ...resultsIn(results), granted: await readGrantedRights() }
  const problemsOf = domains.length === 0 ? problemsOfFullRun : problemsOfDomains
  const problems = testsPassed ? problemsOf(runResults) : []
  const uncovered = testsPassed && domains.length > 0 ? uncoveredByDomains(runResults, domains) : []
  for (const question of uncovered) console.log(`OPEN: ${question}; tests of other domains may cover it`)
  for (const problem of problems) console.error(`FAILED: ${problem}`)
  process.exitCode = testsPassed && problems.length === 0 ? 0 : 1
} finally {
  rmSync(results, { recursive: true, force: true })
}
