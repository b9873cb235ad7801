import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../support/source-files.ts'
import { chosenMutants, DOMAINS } from './mutants.ts'
import { type Mutant, mutated } from './mutants-of.ts'

/**
 * Puts small faults into the functions of ten domains, one at a time, and tells how many of them the tests of code and of
 * the API find: `npm run test:mutants -- --tree DIR`. DIR is a clone of this commit with its own `npm ci`, whose files
 * change meanwhile; several of them share the work. Only the test files that run the changed place are asked.
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
if (values.tree.length === 0) throw new Error('--tree must name a clone whose files may change')

const VITEST = ['--max-semi-space-size=64', 'node_modules/vitest/vitest.mjs', 'run']
/** A mutant may never end; then it is found, too. */
const LONGEST_MS = 240_000

const vitest = async (tree: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> => {
  const run = spawn(process.execPath, [...VITEST, ...args], {
    cwd: tree,
    env: { ...process.env, ...env },
    stdio: env.MUTANT_COVERAGE === undefined ? 'ignore' : 'inherit',
  })
  const timer = env.MUTANT_COVERAGE === undefined ? setTimeout(() => run.kill('SIGKILL'), LONGEST_MS) : undefined
  const [code] = await once(run, 'close')
  clearTimeout(timer)
  return code === 0
}

const placeOf = ({ path, start }: Mutant): string => `${path}:${start}`

/** The test files that run each place, by one run of all tests. */
const coverage = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mutants-'))
  const file = join(folder, 'coverage.jsonl')
  try {
    const env = { MUTANT_SEED: seed, MUTANT_EACH: each, MUTANT_COVERAGE: file }
    // A test that measures its own time may fail while what runs is counted.
    await vitest(ROOT, ['--config', 'vitest.mutants.config.ts'], env)
    if (!existsSync(file))
      throw new Error('No test ran a place with a mutant: npx vitest run --config vitest.mutants.config.ts says why')
    const files = new Map<string, string[]>()
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { file: test, ran } = JSON.parse(line) as { file: string; ran: readonly string[] }
      for (const place of ran) files.set(place, [...(files.get(place) ?? []), test])
    }
    return files
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const withMutant = async <Result>(tree: string, mutant: Mutant, work: () => Promise<Result>): Promise<Result> => {
  const file = join(tree, mutant.path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, mutated(text, [mutant]))
  try {
    return await work()
  } finally {
    writeFileSync(file, text)
  }
}

type Finder = 'unit' | 'api' | 'nobody'

const tierOf = (file: string): Finder => (file.startsWith('test/api/') ? 'api' : 'unit')

const finderOf = async (tree: string, files: readonly string[]): Promise<Finder> => {
  for (const tier of ['unit', 'api'] as const) {
    const its = files.filter((file) => tierOf(file) === tier)
    if (its.length > 0 && !(await vitest(tree, ['--project', tier, '--bail', '1', '--reporter', 'dot', ...its])))
      return tier
  }
  return 'nobody'
}

const covered = await coverage()
const mutants = chosenMutants({ seed, each: Number(each) })
const verdicts: (Mutant & { readonly finder: Finder; readonly files: number })[] = []

const judge = async (tree: string): Promise<void> => {
  for (let mutant = mutants.shift(); mutant; mutant = mutants.shift()) {
    const files = covered.get(placeOf(mutant)) ?? []
    const finder = await withMutant(tree, mutant, () => finderOf(tree, files))
    verdicts.push({ ...mutant, finder, files: files.length })
    console.log(`${finder.padEnd(7)} ${placeOf(mutant)} ${mutant.replacement} (${files.length} files)`)
    if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(verdicts, null, 1))
  }
}
await Promise.all(values.tree.map(judge))

console.log(`\n${'found by'.padEnd(12)}   unit    api nobody`)
for (const domain of [...DOMAINS, 'all']) {
  const its = verdicts.filter(({ path }) => domain === 'all' || path.startsWith(`lambdas/${domain}/`))
  const count = (finder: Finder) => String(its.filter((it) => it.finder === finder).length).padStart(6)
  console.log(`${domain.padEnd(12)} ${count('unit')} ${count('api')} ${count('nobody')}`)
}
