import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../support/source-files.ts'
import { chosenMutants, DOMAINS } from './mutants.ts'
import { applyMutant, type Mutant } from './mutants-of.ts'

/**
 * Applies small faults to the functions of ten domains, one at a time, and counts how many the unit and API tests
 * detect: `npm run test:mutants -- --tree DIR`. DIR is a clone of this commit with its own `npm ci`. The run modifies
 * its files and restores them. Several clones share the work. Each mutant runs only the test files that execute it. See
 * docs/testing.md.
 */

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true, default: [] },
    each: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const { each, seed } = values
if (values.tree.length === 0) throw new Error('--tree must be the path of a clone whose files may be modified')

const VITEST = ['--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs', 'run']
/** A run that exceeds this time, such as an endless loop, counts as a detected mutant. */
const RUN_TIMEOUT_MS = 240_000

const testsPass = async (tree: string, args: readonly string[]): Promise<boolean> => {
  const run = spawn(process.execPath, [...VITEST, ...args], { cwd: tree, stdio: 'ignore' })
  const timer = setTimeout(() => run.kill('SIGKILL'), RUN_TIMEOUT_MS)
  const [code] = await once(run, 'close')
  clearTimeout(timer)
  return code === 0
}

const keyOf = ({ path, evaluatedAt }: Mutant): string => `${path}:${evaluatedAt}`

/** Maps each mutant to the test files that execute it, from one run of all tests. */
const measureCoverage = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mutants-'))
  const file = join(folder, 'coverage.jsonl')
  try {
    const env = { ...process.env, MUTANT_SEED: seed, MUTANT_EACH: each, MUTANT_COVERAGE: file }
    const run = spawn(process.execPath, [...VITEST, '--config', 'vitest.mutants.config.ts'], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    // Tests that measure time may fail here, because counting slows the code down.
    await once(run, 'close')
    if (!existsSync(file))
      throw new Error('No test executes a mutant. Run npx vitest run --config vitest.mutants.config.ts to see why')
    const files = new Map<string, string[]>()
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { file: test, ran } = JSON.parse(line) as { file: string; ran: readonly string[] }
      for (const key of ran) files.set(key, [...(files.get(key) ?? []), test])
    }
    return files
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const withMutant = async <Result>(tree: string, mutant: Mutant, work: () => Promise<Result>): Promise<Result> => {
  const file = join(tree, mutant.path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, applyMutant(text, mutant))
  try {
    return await work()
  } finally {
    writeFileSync(file, text)
  }
}

type DetectingTier = 'unit' | 'api' | 'none'

const tierOf = (file: string): DetectingTier => (file.startsWith('test/api/') ? 'api' : 'unit')

const detectingTierOf = async (tree: string, files: readonly string[]): Promise<DetectingTier> => {
  for (const tier of ['unit', 'api'] as const) {
    const tierFiles = files.filter((file) => tierOf(file) === tier)
    if (
      tierFiles.length > 0 &&
      !(await testsPass(tree, ['--project', tier, '--bail', '1', '--reporter', 'dot', ...tierFiles]))
    )
      return tier
  }
  return 'none'
}

const filesByMutant = await measureCoverage()
const mutants = chosenMutants({ seed, each: Number(each) })
const verdicts: (Mutant & { readonly finder: DetectingTier; readonly files: number })[] = []

const testMutants = async (tree: string): Promise<void> => {
  for (let mutant = mutants.shift(); mutant; mutant = mutants.shift()) {
    const files = filesByMutant.get(keyOf(mutant)) ?? []
    const finder = await withMutant(tree, mutant, () => detectingTierOf(tree, files))
    verdicts.push({ ...mutant, finder, files: files.length })
    console.log(`${finder.padEnd(7)} ${mutant.path}:${mutant.start} ${mutant.replacement} (${files.length} files)`)
    if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(verdicts, null, 1))
  }
}
await Promise.all(values.tree.map(testMutants))

console.log(`\n${'found by'.padEnd(12)}   unit    api   none`)
for (const domain of [...DOMAINS, 'all']) {
  const domainVerdicts = verdicts.filter(({ path }) => domain === 'all' || path.startsWith(`lambdas/${domain}/`))
  const count = (finder: DetectingTier) =>
    String(domainVerdicts.filter((verdict) => verdict.finder === finder).length).padStart(6)
  console.log(`${domain.padEnd(12)} ${count('unit')} ${count('api')} ${count('none')}`)
}
