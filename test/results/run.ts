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
import { openQuestions, problemsOfPart, problemsOfWhole } from './problems.ts'

/**
 * Runs the API tests and the stories. Then checks what they have seen: every declared answer and event, every event in
 * the form of its contract, and no right of a function's role that no call used, nor a call without its right.
 * `npm run test:api`, or `npm run test:api -- flags` for some of the domains; `--all` runs the tests of code and of
 * templates as well, and is what `npm test` does.
 */

const root = join(import.meta.dirname, '../..')

const granted = async (): Promise<GrantedRight[]> => {
  const { dir } = await synthesize({ root, cache: join(root, '.local', 'synth') })
  const stacks = await readAssembly(dir)
  // No right depends on where the embedded services listen.
  return grantedRights(stacks, resolver({ stacks, endpoint: 'http://127.0.0.1' }))
}

// A young generation of a megabyte is full all the time, and tests of templates spend half their time collecting it.
const VITEST = ['--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests']

const runTests = async (results: string, projects: readonly string[]): Promise<boolean> => {
  const env = { ...process.env, TEST_RESULTS: results }
  const args = [...VITEST, ...projects.flatMap((project) => ['--project', project])]
  const vitest = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(vitest, 'close')
  return code === 0
}

const {
  values: { all },
  positionals: chosen,
} = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } })
process.env.API_DOMAINS = chosen.join()
// Before anything starts: it names a domain that does not exist.
chosenDomains()
const results = mkdtempSync(join(tmpdir(), 'signet-results-'))
try {
  const passed = await runTests(results, [...(all ? ['unit', 'infra'] : []), 'api', 'stories'])
  const seen = { ...resultsIn(results), granted: await granted() }
  const problemsOf = chosen.length === 0 ? problemsOfWhole : problemsOfPart
  const problems = passed ? problemsOf(seen) : []
  const questions = passed && chosen.length > 0 ? openQuestions(seen, chosen) : []
  for (const question of questions) console.log(`OPEN: ${question}; tests of other domains may do it`)
  for (const problem of problems) console.error(`FAILED: ${problem}`)
  process.exitCode = passed && problems.length === 0 ? 0 : 1
} finally {
  rmSync(results, { recursive: true, force: true })
}
