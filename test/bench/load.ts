import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Metafile } from 'esbuild'
import { bundleFunctions } from '../../lib/bundle.ts'
import { bundleOf, functionRoutes, type PlatformService, SERVICES } from '../../lib/services.ts'
import { synthesize } from '../infra/synth.ts'
import { bareHandler } from './bare-handler.ts'
import { type Cost, inPairs, type Pairs, type Progress, type Row } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const LOAD_RATIO_MAX = 1.3
const RESPONSE_RATIO_MAX = 1.5
const ROUNDS = 17

/** Variables that Lambda sets in every environment. */
const LAMBDA_VARIABLES = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

type Variables = Readonly<Record<string, string>>

/** A placeholder for a value that is known after deployment. No request is sent to it. */
const placeholderFor = (name: string): string =>
  /URL|ISSUER/.test(name) ? 'https://x.example/000000000000/name' : `arn:aws:x:us-east-1:000000000000:${name}`

/** Returns the variables of each function by bundle name, from the templates. */
const environments = (): ReadonlyMap<string, Variables> =>
  new Map(
    synthesize('test')
      .of('AWS::Lambda::Function')
      .map((fn) => {
        const { Metadata } = fn as typeof fn & { Metadata?: Record<string, unknown> }
        const variables = Object.entries(fn.Properties.Environment?.Variables ?? {})
        const filled = variables.map(([name, value]) => [
          name,
          typeof value === 'string' ? value : placeholderFor(name),
        ])
        return [String(Metadata?.['signet:bundle']), { ...LAMBDA_VARIABLES, ...Object.fromEntries(filled) }] as const
      }),
  )

/** Lists paths that need no service behind the function: health checks without dependencies, which cannot fail. */
const healthPaths = ({ service }: PlatformService): ReadonlySet<string> => {
  const endpoints = service.contracts.flatMap((contract) => ('endpoints' in contract ? contract.endpoints : []))
  const healthChecks = endpoints.filter(({ path, authority, errors }) => {
    return path.endsWith('/health') && authority === 'open' && errors.every(({ status }) => [400, 500].includes(status))
  })
  return new Set(healthChecks.map(({ path }) => path))
}

/**
 * Functions with waiting callers by bundle name, with the path of the first request: a health check, or else an unknown
 * path, to which every function responds.
 */
const firstPaths: ReadonlyMap<string, string> = new Map(
  SERVICES.flatMap((each) =>
    functionRoutes(each).map(({ fn, rows }) => {
      const path = rows.find((row) => healthPaths(each).has(row.path))?.path ?? '/nothing'
      return [bundleOf(each.service, fn), path] as const
    }),
  ),
)

/** Returns the first request in API Gateway's form. */
const firstEvent = (path: string) => {
  const identity = { sourceIp: '192.0.2.1' }
  const requestContext = { requestId: 'bench', stage: 'live', path: `/live${path}`, identity }
  return { httpMethod: 'GET', path, headers: { host: 'x.example' }, body: null, isBase64Encoded: false, requestContext }
}

/** Imports the bundle; with a second argument also waits for its first response. */
const PROBE_SOURCE = `
const before = process.cpuUsage()
const started = performance.now()
const { handler } = await import(process.argv[1])
if (process.argv[2]) {
  process.stdout.write = () => true
  await handler(JSON.parse(process.argv[2]), { getRemainingTimeInMillis: () => 29000 })
  delete process.stdout.write
}
const ms = performance.now() - started
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }))
process.exit()
`

const loadOnce = async (file: string, env: Variables, event?: object): Promise<Cost> => {
  const args = [
    '--input-type=module',
    '-e',
    PROBE_SOURCE,
    pathToFileURL(file).href,
    ...(event ? [JSON.stringify(event)] : []),
  ]
  const { stdout } = await run(process.execPath, args, { env })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Cost
}

/** Reads a function's entry and its chunks as one file. */
const mergedBundle = (
  { outputs }: Metafile,
  name: string,
): Pick<Metafile['outputs'][string], 'inputs' | 'imports' | 'bytes'> => {
  const parts = Object.entries(outputs).filter(([file]) => file.endsWith('.mjs') && file.split('/').at(-2) === name)
  const inputs: Metafile['outputs'][string]['inputs'] = {}
  for (const [file, { bytesInOutput }] of parts.flatMap(([, part]) => Object.entries(part.inputs))) {
    inputs[file] = { bytesInOutput: (inputs[file]?.bytesInOutput ?? 0) + bytesInOutput }
  }
  return {
    inputs,
    imports: parts.flatMap(([, part]) => part.imports),
    bytes: parts.reduce((sum, [, { bytes }]) => sum + bytes, 0),
  }
}

/** Applies the budget to the CPU time of the cheapest round of each side: other load only makes a round slower. */
const withCpuBudget = (row: Row & Pick<Pairs, 'leastCpuRatio'>, atMost: number): Row => ({
  ...row,
  ratio: row.leastCpuRatio,
  budget: { atMost },
  note: `by the clock ${row.ratio.toFixed(2)}`,
})

/**
 * Measures the size of each function's bundle, its import in a new process, and the first response if a caller waits
 * for it, against a bare handler. `only` names the functions; empty means all.
 */
export const loadBench = async (progress: Progress, only: readonly string[] = []): Promise<Row[]> => {
  // Inside the project, so that unbundled modules are the same file for both.
  const work = join(root, '.local', 'bench', `load-${process.pid}`)
  try {
    const ours = await bundleFunctions({ root, out: join('.local', 'bench', `load-${process.pid}`, 'ours') })
    const sizes = new Map<string, number>()
    const unknownNames = only.filter((name) => !ours.names.includes(name))
    if (unknownNames.length > 0)
      throw new TypeError(`Unknown function: ${unknownNames}. Functions: ${ours.names.join(', ')}`)
    for (const name of only.length > 0 ? only : ours.names) {
      const { inputs, imports, bytes } = mergedBundle(ours.metafile, name)
      sizes.set(name, bytes)
      const folder = join(work, 'bare', 'lambdas', name)
      await mkdir(folder, { recursive: true })
      const externals = imports.filter(({ external }) => external).map(({ path }) => path)
      await writeFile(
        join(folder, 'handler.ts'),
        bareHandler(inputs, externals, firstPaths.has(name) ? 'zod' : 'blind'),
      )
    }
    const bare = await bundleFunctions({ root: join(work, 'bare') })
    const rows: Row[] = []
    // The templates name the bundles in dist/, which must exist.
    await bundleFunctions({ root })
    const variables = environments()
    for (const [name, bytes] of sizes) {
      const env = variables.get(name) ?? LAMBDA_VARIABLES
      const bareBytes = mergedBundle(bare.metafile, name).bytes
      const oursFile = join(work, 'ours', name)
      const bareFile = join(work, 'bare/dist', name)
      const compare = (what: string, event?: object) =>
        inPairs(
          ROUNDS,
          () => loadOnce(join(oursFile, 'index.mjs'), env, event),
          () => loadOnce(join(bareFile, 'index.mjs'), env, event),
          (at) => progress(`${what} ${name} ${at}`),
        )
      const ratio = bytes / bareBytes
      rows.push({ bench: `size ${name}`, ours: bytes / 1000, rival: bareBytes / 1000, unit: 'KB', ratio })
      const load = { bench: `load ${name}`, ...(await compare('load')), unit: 'ms' }
      const path = firstPaths.get(name)
      if (path === undefined) {
        rows.push(load)
        continue
      }
      const firstResponse = {
        bench: `first response ${name}`,
        ...(await compare('first response', firstEvent(path))),
        unit: 'ms',
      }
      rows.push(withCpuBudget(load, LOAD_RATIO_MAX), withCpuBudget(firstResponse, RESPONSE_RATIO_MAX))
    }
    return rows
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
