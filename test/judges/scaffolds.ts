/**
 * Builds every scaffold for real: types, tests, CDK with cdk-nag and tests of its template, and the configuration of
 * Workers. With seed 0 each Worker also runs in workerd and gets a valid and an invalid request or event.
 *
 * `node test/judges/scaffolds.ts [--shard 1/4] [--pattern webhook-receiver] [--target aws] [--seeds 1] [--keep DIR]`
 *
 * Types and tools come from the node_modules of this repository. Wrangler only runs if test/judges has it installed.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import {
  cloudflareManifest,
  interpretIntention,
  PATTERN_IDS,
  type PatternId,
  scaffold,
  TARGETS,
  type Target,
} from '@signet/scaffolds'
import { Ajv } from 'ajv'
import { drawnCards } from '../unit/scaffolds/cards.ts'
import { liveWorker } from './scaffold-live.ts'

const ROOT = join(import.meta.dirname, '../..')
const WRANGLER = join(import.meta.dirname, 'node_modules/wrangler')
const runProgram = promisify(execFile)
const NODE = process.execPath

interface Project {
  readonly pattern: PatternId
  readonly target: Target
  readonly seed: number
}

/** Typical intentions: with times, sizes and amounts, with two nouns, and with too few words. */
const INTENTIONS = [
  'Keep orders of a small shop and their refunds; every night at 2:30 reject files above 10 MB, and ask for approval above 100 euros',
  'Take payment events of stripe, verify the signature, and keep them',
  'Wetterdaten für Höfe sammeln',
]

const writeProject = ({ pattern, target, seed }: Project, folder: string): ReadonlySet<string> => {
  const index = seed % INTENTIONS.length
  const intention = INTENTIONS[index] ?? ''
  const overrides = seed === 2 ? { vendor: 'github', multi_tenant: 'yes' as const } : {}
  // Derived from the intention as for a request, without hand-picked names.
  const { traits, entities } = interpretIntention({ intention, pattern, traits: overrides })
  const { files } = scaffold({ intention, entities, traits, pattern, target, seed, cards: drawnCards(seed) })
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return new Set(files.map(({ path }) => path))
}

const OUTPUT_LIMIT = { maxBuffer: 16 * 1_024 * 1_024 }

const runStep = async (
  name: string,
  folder: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
) => {
  try {
    return (await runProgram(command, args, { cwd: folder, env: { ...process.env, ...env }, ...OUTPUT_LIMIT })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const index = Math.max(0, stdout.indexOf('not ok'))
    throw new Error(`${name}: ${stdout.slice(index, index + 3_000)}${stderr.slice(-3_000)}`)
  }
}

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly { ruleName: string; severity?: string; violatingConstructs: unknown }[]
  }[]
}

const requireNoViolations = (folder: string): void => {
  const path = join(folder, 'cdk.out/validation-report.json')
  if (!existsSync(path)) return
  const { pluginReports } = JSON.parse(readFileSync(path, 'utf8')) as Report
  const allViolations = pluginReports.flatMap(({ violations }) => violations)
  if (allViolations.length > 0)
    throw new Error(
      `cdk-nag: ${JSON.stringify(
        allViolations.map(({ ruleName, violatingConstructs }) => [ruleName, violatingConstructs]),
        null,
        1,
      ).slice(0, 6_000)}`,
    )
}

const synthesize = async (folder: string): Promise<void> => {
  if (existsSync(join(folder, 'src/aws/main.ts')))
    await runStep('esbuild', folder, join(ROOT, 'node_modules/.bin/esbuild'), [
      ...['src/aws/main.ts', '--bundle', '--platform=node', '--target=node24', '--format=esm'],
      ...['--external:@aws-sdk/*', '--sourcemap', '--outfile=dist/main.mjs', '--log-level=warning'],
    ])
  try {
    await runStep('cdk synth', folder, NODE, ['infrastructure/app.ts'], { CDK_OUTDIR: 'cdk.out' })
  } catch (error) {
    requireNoViolations(folder)
    throw error
  }
  requireNoViolations(folder)
  if (existsSync(join(folder, 'infrastructure/installed.test.ts')))
    await runStep('installed', folder, NODE, ['--test', '--test-reporter=tap', 'infrastructure/installed.test.ts'])
}

const wranglerSchema = process.env.WRANGLER_SCHEMA ?? join(WRANGLER, 'config-schema.json')
const validator = existsSync(wranglerSchema)
  ? new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(readFileSync(wranglerSchema, 'utf8')))
  : undefined

/** Validates each entry of the manifest as a wrangler configuration. */
const manifestFaults = (): string[] => {
  const { compatibility_date, patterns } = cloudflareManifest()
  return patterns.flatMap(({ pattern, bindings, triggers, limits }) =>
    validator?.({ name: pattern, compatibility_date, ...bindings, triggers, limits }) === false
      ? [`${pattern}: ${JSON.stringify(validator.errors)}`]
      : [],
  )
}

const checkWorker = async (folder: string): Promise<void> => {
  const config = JSON.parse(readFileSync(join(folder, 'wrangler.jsonc'), 'utf8')) as unknown
  if (validator !== undefined && !validator(config))
    throw new Error(`wrangler.jsonc: ${JSON.stringify(validator.errors)}`)
  if (existsSync(WRANGLER))
    await runStep('wrangler', folder, NODE, [
      join(WRANGLER, 'bin/wrangler.js'),
      'deploy',
      '--dry-run',
      '--outdir',
      'dist/worker',
    ])
}

const judgeProject = async (project: Project, folder: string): Promise<void> => {
  const paths = writeProject(project, folder)
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await runStep('types', folder, join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'])
  const report = await runStep('tests', folder, NODE, ['--test', '--test-reporter=tap', 'test/**/*.test.ts'])
  const [, passed = '0'] = /^# pass (\d+)/m.exec(report) ?? []
  if (Number(passed) === 0) throw new Error(`tests: none ran\n${report}`)
  if (paths.has('cdk.json')) await synthesize(folder)
  if (paths.has('wrangler.jsonc')) await checkWorker(folder)
  if (paths.has('src/cloudflare/main.ts') && project.seed === 0 && existsSync(WRANGLER))
    await liveWorker(project.pattern, folder, WRANGLER)
}

/** `.ci/run` builds each pattern for both clouds with one seed. CI_ALL=1 builds each target with three seeds. */
const isFullBuild = process.env.CI_ALL === '1' || process.env.CI !== 'true'

const { values } = parseArgs({
  options: {
    shard: { type: 'string', default: '1/1' },
    pattern: { type: 'string' },
    target: { type: 'string', ...(isFullBuild ? {} : { default: 'both' }) },
    seeds: { type: 'string', default: isFullBuild ? '3' : '1' },
    keep: { type: 'string' },
  },
})
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
const allProjects = PATTERN_IDS.filter(
  (id) => values.pattern === undefined || values.pattern.split(',').includes(id),
).flatMap((pattern) =>
  TARGETS.filter((target) => values.target === undefined || target === values.target).flatMap((target) =>
    Array.from({ length: Number(values.seeds) }, (_, seed): Project => ({ pattern, target, seed })),
  ),
)
const projects = allProjects.filter((_, index) => index % shards === shard - 1)
const baseFolder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'scaffolds-')) : resolve(values.keep)
let failed = 0
for (const fault of manifestFaults()) {
  failed += 1
  console.log(`FAILED  manifest of ${fault}`)
}
for (const project of projects) {
  const name = `${project.pattern}-${project.target}-${project.seed}`
  const folder = join(baseFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    await judgeProject(project, folder)
    console.log(`ok      ${name}`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
if (values.keep === undefined) rmSync(baseFolder, { recursive: true, force: true })
if (validator === undefined) console.log('wrangler.jsonc was only parsed, because test/judges has no wrangler')
console.log(`${projects.length} scaffolds and the manifest: ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
