import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cachedBundles } from '../../lib/local/cached-bundles.ts'
import { synthesize } from '../../lib/local/synth.ts'
import { apiShards, type Shard } from '../support/api-shards.ts'
import { runAside } from '../support/run-aside.ts'
import '../support/sketched-images.ts'
import { openQuestions, problemsOfPart, problemsOfWhole, resultsOf } from './problems.ts'

/**
 * Runs the API tests on as many stacks side by side as there are cores. Then checks the results of all of them: every
 * declared answer and event was seen, every event fits its contract, and the roles grant exactly the calls that were made.
 * `npm run test:api`, or `npm run test:api -- flags` for some of the domains.
 */

const root = join(import.meta.dirname, '../..')
const results = mkdtempSync(join(tmpdir(), 'signet-shards-'))

const run = async ({ name }: Shard): Promise<boolean> => {
  const began = performance.now()
  const env = { ...process.env, SHARD_RESULTS: results }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', `api:${name}`]
  const code = await runAside(process.execPath, args, { cwd: root, env })
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`api:${name} ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  return code === 0
}

const allPass = async (shards: readonly Shard[]): Promise<boolean> =>
  (await Promise.all(shards.map(run))).every(Boolean)

const chosen = process.argv.slice(2)
// The processes of the shards share them out in the same way.
process.env.API_DOMAINS = chosen.join()
const shards = apiShards()
try {
  // Once for all of them: stacks that start at the same moment find it made.
  await cachedBundles(root, join(root, '.local', 'bundles.json'))
  await synthesize({ root, cache: join(root, '.local', 'synth') })
  const passed = await allPass(shards)
  const seen = passed ? shards.map(({ name }) => resultsOf(results, name)) : []
  const problemsOf = chosen.length === 0 ? problemsOfWhole : problemsOfPart
  const problems = passed ? problemsOf(seen) : []
  const questions = passed && chosen.length > 0 ? openQuestions(seen, chosen) : []
  for (const question of questions) console.log(`OPEN: ${question}; tests of other domains may do it`)
  for (const problem of problems) console.error(`FAILED: ${problem}`)
  process.exitCode = passed && problems.length === 0 ? 0 : 1
} finally {
  rmSync(results, { recursive: true, force: true })
}
