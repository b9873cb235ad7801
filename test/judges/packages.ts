import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { type Packed, packLibraries } from '../../lib/packages.ts'

/** A library and a program that uses it as its README says; it ends with an error when it does not get what it should. */
interface Judged {
  readonly library: string
  readonly program: string
  /** Packages beside the library that the program needs. */
  readonly beside?: readonly string[]
}

const JUDGED: readonly Judged[] = [
  {
    library: 'contracts',
    program: `import { endpoint, parseRequest, reply, router, type ReplyOf } from '@signet/contracts'
import { webHandler } from '@signet/contracts/http'
import * as z from 'zod'

const getThing = endpoint({
  name: 'get_thing',
  description: 'Reads a thing.',
  route: 'GET /v2/things/:id',
  authority: 'public',
  request: { params: z.object({ id: z.string() }), query: z.object({ limit: z.int().max(100).default(20) }) },
  responses: { 200: { description: 'The thing.', schema: z.object({ id: z.string(), limit: z.int() }) } },
})
const found = router([getThing]).match('GET', '/v2/things/7')
if (!('endpoint' in found) || found.params.id !== '7') throw new Error('no route was found')
if (parseRequest(getThing, { params: { id: '7' }, query: { limit: '101' } }).ok) throw new Error('101 is above 100')
const answer: ReplyOf<typeof getThing> = reply(200, { id: '7', limit: 20 })
const serve = webHandler({ getThing }, { getThing: ({ params, query }) => reply(200, { ...params, ...query }) })
const response = await serve(new Request('http://localhost/v2/things/7'))
if (JSON.stringify(await response.json()) !== JSON.stringify(answer.body)) throw new Error('another answer')
console.log('contracts: good')
`,
    beside: ['zod@4.6.7'],
  },
  {
    library: 'contract-tools',
    program: `import { endpoint } from '@signet/contracts'
import { diff } from '@signet/contract-tools/diff'
import { generateAll } from '@signet/contract-tools/generate'
import { endpointsIR } from '@signet/contracts/ir'
import * as z from 'zod'

const version = (schema: z.ZodType) =>
  endpointsIR(
    [
      endpoint({
        name: 'getThing',
        description: 'Reads a thing.',
        route: 'GET /v2/things/:id',
        authority: 'public',
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: { description: 'The thing.', schema } },
      }),
    ],
    { name: 'things', version: '1.0.0', description: 'Things.' },
  )
const [before, after] = [version(z.object({ id: z.string(), colour: z.string() })), version(z.object({ id: z.string() }))]
const files = Object.keys(generateAll(before))
for (const file of ['openapi.json', 'client.ts']) if (!files.includes(file)) throw new Error('no ' + file)
const changes = diff(before, after).map(({ level }) => level)
if (!changes.includes('major')) throw new Error('a removed member is ' + (changes.join() || 'no change'))
console.log('contract-tools: good')
`,
  },
  {
    library: 'flags',
    program: `import { createFlags, defineFlags, type Evaluation } from '@signet/flags'
import { startCanary } from '@signet/flags/canary'
import { metricFlusher } from '@signet/flags/metrics'

const flags = createFlags({
  flags: defineFlags({
    checkout: { type: 'percentage', percentage: 30 },
    colour: { type: 'variant', variants: [{ key: 'red', weight: 1 }, { key: 'blue', weight: 3 }] },
  }),
})
const share = Array.from({ length: 10_000 }, (_, i) => flags.isEnabled('checkout', { user: String(i) })).filter(Boolean).length
if (Math.abs(share - 3000) > 200) throw new Error('30 percent of users became ' + share / 100)
const colour: 'red' | 'blue' = flags.getVariant('colour', { user: 'ada' })
const evaluation: Evaluation = flags.evaluate('colour', { user: 'ada' })
if (evaluation.value !== colour) throw new Error('two answers to one question')
const ramped = startCanary({ enabled: false, type: 'percentage', percentage: 0 }, { id: 'c' }, new Date())
if (ramped.percentage !== 5) throw new Error('a canary does not start at 5 percent')
await metricFlusher({ flags, send: async () => {} })()
console.log('flags: good')
`,
  },
  {
    library: 'flag-importers',
    program: `import { createFlags } from '@signet/flags'
import { importUnleash, unleashContext, type Imported } from '@signet/flag-importers'
import { growthBookHash } from '@signet/flag-importers/bucketings'

const parameters = { rollout: '50', groupId: 'checkout', stickiness: 'userId' }
const features = [{ name: 'checkout', enabled: true, strategies: [{ name: 'flexibleRollout', parameters }] }]
const imported: Imported = importUnleash({ features })
const flags = createFlags()
flags.useSnapshot({ version: 1, flags: imported.flags, segments: imported.segments })
const on = Array.from({ length: 1000 }, (_, i) => flags.isEnabled('checkout', unleashContext({ userId: String(i) })))
const share = on.filter(Boolean).length
if (Math.abs(share - 500) > 80) throw new Error('half of the users became ' + share / 10)
if (growthBookHash('a', 'b', 2) === growthBookHash('a', 'c', 2)) throw new Error('all users are one')
console.log('flag-importers: good')
`,
  },
  {
    library: 'verify-receipt',
    program: `import { saidIssuer, UnreadableInput, verifyReceipt, verifyReceiptText, type Verdict } from '@signet/verify-receipt'
import { commandLine } from '@signet/verify-receipt/command-line'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Golden { kind: string; envelope: object; shown: { publicClaims?: unknown }; proof: string }
const file = join(process.env.FIXTURES ?? '', 'receipts/golden.json')
const golden = JSON.parse(readFileSync(file, 'utf8')) as {
  keys: { kid: string; x: string }[]; logKeys: string[]; receipts: Golden[]; tampered: { field: string; envelope: object }[]
}
const jwks = { keys: golden.keys.map(({ kid, x }) => ({
  kty: 'OKP', crv: 'Ed25519', alg: 'Ed25519', use: 'sig', purpose: 'receipt', status: 'active', kid, x,
  valid_from: '2026-01-01T00:00:00.000Z',
})) }
for (const { kind, envelope, shown } of golden.receipts) {
  const verdict: Verdict = await verifyReceiptText(JSON.stringify(envelope), { jwks, claims: Object.values(shown)[0] })
  if (!verdict.valid || verdict.kind !== kind) throw new Error(kind + ': ' + JSON.stringify(verdict))
  if (verdict.checks.claims.status !== 'pass') throw new Error(kind + ': ' + verdict.checks.claims.detail)
}
for (const { field, envelope } of golden.tampered) {
  const { valid } = await verifyReceipt(JSON.stringify(envelope), { jwks })
  if (valid) throw new Error('valid with another ' + field)
}
if (saidIssuer('{}') !== undefined) throw new Error('nobody issued that')
await verifyReceipt('no receipt').then(() => { throw new Error('it was read') }, (error: unknown) => {
  if (!(error instanceof UnreadableInput)) throw error
})
let said = ''
const terminal = { out: (text: string) => { said += text }, err: (text: string) => { said += text } }
if ((await commandLine(['--help'], terminal)) !== 0 || !said.includes('--subject')) throw new Error(said)
if ((await commandLine(['nowhere.json', '--offline'], terminal)) !== 2) throw new Error(said)
console.log('verify-receipt: good')
`,
  },
  {
    library: 'replay',
    program: `import { replayFile, UnreadableFile, type ReplayVerdict } from '@signet/replay'
import { commandLine } from '@signet/replay/command-line'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(process.env.FIXTURES ?? '', 'readings')
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
for (const [name, form] of [['threat-model.json', 'reading'], ['receipt.json', 'receipt']]) {
  const verdict: ReplayVerdict = await replayFile(bytesOf(String(name)))
  if (!verdict.isSame || verdict.form !== form) throw new Error(name + ': ' + JSON.stringify(verdict))
}
const stored = JSON.parse(readFileSync(join(folder, 'threat-model.json'), 'utf8')) as { reading: { seed: number } }
stored.reading.seed += 1
const other = await replayFile(new TextEncoder().encode(JSON.stringify(stored)))
if (other.isSame || other.differences[0]?.path !== '/seed') throw new Error(JSON.stringify(other))
await replayFile(new TextEncoder().encode('{}')).then(() => { throw new Error('it was read') }, (error: unknown) => {
  if (!(error instanceof UnreadableFile)) throw error
})
let said = ''
const terminal = { out: (text: string) => { said += text }, err: (text: string) => { said += text } }
if ((await commandLine([join(folder, 'receipt.json')], terminal)) !== 0 || !said.startsWith('the same bytes')) throw new Error(said)
if ((await commandLine(['nowhere.json'], terminal)) !== 2) throw new Error(said)
console.log('replay: good')
`,
  },
]

/** What a server of today may run on, and what it is compiled with. */
const RUNTIMES = ['20.20.2', '22.23.3', '24.21.0']
const COMPILERS = {
  'TypeScript 5.9': resolve('test/judges/node_modules/typescript-5/bin/tsc'),
  'TypeScript 7': resolve('node_modules/typescript/bin/tsc'),
}

const run = promisify(execFile)

const said = (error: unknown): string => {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  return `${stdout}\n${stderr}`
}

/** Runs a command; what it said is the error when it fails. */
const judged = async (what: string, command: string, args: readonly string[], cwd: string): Promise<string> => {
  try {
    return (await run(command, [...args], { cwd })).stdout
  } catch (error) {
    throw new Error(`${what}:\n${said(error)}`)
  }
}

const npmInstall = (folder: string, packages: readonly string[]): void => {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The program of a version of Node, from npm. */
const runtimeIn = (folder: string, version: string): string => {
  const home = join(folder, `node-${version}`)
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{"private":true,"allowScripts":{"node":true}}')
  npmInstall(home, [`node@${version}`])
  const program = join(home, 'node_modules/node/bin/node')
  if (!existsSync(program)) throw new Error(`node@${version} brought no program`)
  return program
}

const strict = {
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

const judgeTarball = async ({ file }: Packed): Promise<void> => {
  const bin = (name: string) => resolve('test/judges/node_modules/.bin', name)
  await judged(`publint of ${file}`, process.execPath, [bin('publint'), file, '--strict'], '.')
  await judged(`are the types wrong of ${file}`, process.execPath, [bin('attw'), file, '--profile', 'esm-only'], '.')
}

const bundleOf = async (folder: string, library: string): Promise<string> => {
  const outfile = join(folder, 'out', `${library}.bundled.mjs`)
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' } as const
  await build({ ...options, entryPoints: [join(folder, 'out', `${library}.js`)], outfile, absWorkingDir: folder })
  return outfile
}

const THINGS = `import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const listThings = endpoint({
  name: 'listThings',
  description: 'Lists things.',
  route: 'GET /things',
  authority: 'public',
  responses: { 200: { description: 'Things.', schema: z.object({ things: z.array(z.string()) }) } },
})
`

/** The command line of the packed tools, on a contract of the empty project. */
const judgeCommandLine = async (folder: string, node: string): Promise<void> => {
  mkdirSync(join(folder, 'contracts'))
  writeFileSync(join(folder, 'contracts/things.ts'), THINGS)
  const program = join(folder, 'node_modules/@signet/contract-tools/bin/signet-contracts.mjs')
  await judged('signet-contracts build', node, [program, 'build', 'contracts', '--out', 'made'], folder)
  const made = globSync('made/**/openapi.json', { cwd: folder })
  if (made.length !== 1) throw new Error(`signet-contracts build wrote ${made.length} OpenAPI documents`)
}

/** Installs everything in an empty project outside of this one, and uses it in every way. */
const judgeInstalled = async (folder: string, packed: readonly Packed[]): Promise<void> => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const beside = JUDGED.flatMap((each) => each.beside ?? [])
  npmInstall(folder, [...packed.map(({ file }) => file), '@types/node@24.19.2', ...beside])
  for (const { library, program } of JUDGED) writeFileSync(join(folder, `${library}.ts`), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strict))
  for (const [name, tsc] of Object.entries(COMPILERS)) {
    await judged(`${name} refuses a program`, process.execPath, [tsc, '-p', folder], folder)
  }
  const bundles = new Map<string, string>()
  for (const { library } of JUDGED) bundles.set(library, await bundleOf(folder, library))
  for (const version of RUNTIMES) {
    const node = runtimeIn(folder, version)
    if (version.startsWith('24.')) await judgeCommandLine(folder, node)
    for (const [library, bundled] of bundles) {
      for (const file of [join(folder, 'out', `${library}.js`), bundled]) {
        await judged(`${library} on Node ${version}`, node, [file], folder)
      }
    }
  }
}

// Programs read what is committed there.
process.env.FIXTURES = resolve('test/fixtures')
const packed = packLibraries(JUDGED.map(({ library }) => library))
for (const each of packed) await judgeTarball(each)
const folder = mkdtempSync(join(tmpdir(), 'signet-packages-'))
try {
  await judgeInstalled(folder, packed)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const versions = RUNTIMES.map((version) => version.split('.')[0]).join(', ')
console.log(
  `figures: ${packed.length} libraries installed and used on Node ${versions}, TypeScript 5.9 and 7, and bundled`,
)
for (const { file, bytes } of packed) console.log(`figures: ${file.replace(/^.*\//, '')} ${Math.ceil(bytes / 1000)} KB`)
