import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { type PackedLibrary, packLibraries } from '../../lib/packages.ts'
import { PACKAGE_PROGRAMS } from './package-programs.ts'

/** Supported Node versions and the compiler version. */
const RUNTIMES = ['20.20.2', '22.23.3', '24.21.0']
const COMPILERS = {
  'TypeScript 5.9': resolve('test/judges/node_modules/typescript-5/bin/tsc'),
  'TypeScript 7': resolve('node_modules/typescript/bin/tsc'),
}

const run = promisify(execFile)

const outputOf = (error: unknown): string => {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  return `${stdout}\n${stderr}`
}

/** Runs a command; if it fails, its output is the error. */
const runStep = async (what: string, command: string, args: readonly string[], cwd: string): Promise<string> => {
  try {
    return (await run(command, [...args], { cwd })).stdout
  } catch (error) {
    throw new Error(`${what}:\n${outputOf(error)}`)
  }
}

const npmInstall = (folder: string, packages: readonly string[]): void => {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Installs a version of Node from npm and returns the path of its program. */
const installNode = (folder: string, version: string): string => {
  const home = join(folder, `node-${version}`)
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{"private":true,"allowScripts":{"node":true}}')
  npmInstall(home, [`node@${version}`])
  const program = join(home, 'node_modules/node/bin/node')
  if (!existsSync(program)) throw new Error(`node@${version} contains no program`)
  return program
}

const STRICT_TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    outDir: 'out',
  },
  include: ['*.ts'],
}

const judgeTarball = async ({ file }: PackedLibrary): Promise<void> => {
  const bin = (name: string) => resolve('test/judges/node_modules/.bin', name)
  await runStep(`publint of ${file}`, process.execPath, [bin('publint'), file, '--strict'], '.')
  await runStep(`arethetypeswrong of ${file}`, process.execPath, [bin('attw'), file, '--profile', 'esm-only'], '.')
}

const bundleProgram = async (folder: string, library: string): Promise<string> => {
  const outfile = join(folder, 'out', `${library}.bundled.mjs`)
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' } as const
  await build({ ...options, entryPoints: [join(folder, 'out', `${library}.js`)], outfile, absWorkingDir: folder })
  return outfile
}

const SAMPLE_CONTRACT = `import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const listThings = endpoint({
  name: 'listThings',
  description: 'Lists things.',
  route: 'GET /things',
  authority: 'public',
  responses: { 200: { description: 'Things.', schema: z.object({ things: z.array(z.string()) }) } },
})
`

/** Runs the packed command line on a contract of the empty project. */
const judgeCommandLine = async (folder: string, node: string): Promise<void> => {
  mkdirSync(join(folder, 'contracts'))
  writeFileSync(join(folder, 'contracts/things.ts'), SAMPLE_CONTRACT)
  const program = join(folder, 'node_modules/@signet/contract-tools/bin/signet-contracts.mjs')
  await runStep('signet-contracts build', node, [program, 'build', 'contracts', '--out', 'made'], folder)
  const openApiFiles = globSync('made/**/openapi.json', { cwd: folder })
  if (openApiFiles.length !== 1)
    throw new Error(`signet-contracts build wrote ${openApiFiles.length} OpenAPI documents`)
}

/** Installs everything in an empty project outside the repository, and uses it in every way. */
const judgeInstalled = async (folder: string, packed: readonly PackedLibrary[]): Promise<void> => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const extraPackages = PACKAGE_PROGRAMS.flatMap((each) => each.extraPackages ?? [])
  npmInstall(folder, [...packed.map(({ file }) => file), '@types/node@24.19.2', ...extraPackages])
  for (const { library, program } of PACKAGE_PROGRAMS) writeFileSync(join(folder, `${library}.ts`), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT_TSCONFIG))
  for (const [name, tsc] of Object.entries(COMPILERS)) {
    await runStep(`${name} rejects a program`, process.execPath, [tsc, '-p', folder], folder)
  }
  const bundles = new Map<string, string>()
  for (const { library } of PACKAGE_PROGRAMS) bundles.set(library, await bundleProgram(folder, library))
  for (const version of RUNTIMES) {
    const node = installNode(folder, version)
    if (version.startsWith('24.')) await judgeCommandLine(folder, node)
    for (const [library, bundled] of bundles) {
      for (const file of [join(folder, 'out', `${library}.js`), bundled]) {
        await runStep(`${library} on Node ${version}`, node, [file], folder)
      }
    }
  }
}

// The programs read committed fixtures from this folder.
process.env.FIXTURES = resolve('test/fixtures')
const packed = packLibraries(PACKAGE_PROGRAMS.map(({ library }) => library))
for (const each of packed) await judgeTarball(each)
const folder = mkdtempSync(join(tmpdir(), 'signet-packages-'))
try {
  await judgeInstalled(folder, packed)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const versions = RUNTIMES.map((version) => version.split('.')[0]).join(', ')
console.log(
  `figures: ${packed.length} libraries installed and run on Node ${versions}, with TypeScript 5.9 and 7, unbundled and bundled`,
)
for (const { file, bytes } of packed) console.log(`figures: ${file.replace(/^.*\//, '')} ${Math.ceil(bytes / 1000)} KB`)
