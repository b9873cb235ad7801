import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { bundleFunctions } from '../../lib/bundle.ts'
import { bareHandler } from './bare-handler.ts'
import { type Cost, inPairs, type Progress, type Row } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Functions that a caller waits for, by the names of their bundles. */
const isApi = (name: string): boolean => /-(api|assets)$/.test(name)
const bytesMax = 480_000
const loadRatioMax = 1.3
const rounds = 17

/** What Lambda and the templates put there; a function that needs more fails with the name of what it misses. */
const environment = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  TABLE_NAME: 'table',
  BUCKET_NAME: 'bucket',
  QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/queue',
  MACHINE_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:machine',
  PEPPER_SECRET: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper',
  PAINTERS: 'offline',
  VERSION: '0.0.0',
  STAGE: 'dev',
}

const probe = `
const before = process.cpuUsage()
const started = performance.now()
await import(process.argv[1])
const ms = performance.now() - started
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }))
process.exit()
`

async function loadOnce(file: string): Promise<Cost> {
  const args = ['--input-type=module', '-e', probe, pathToFileURL(file).href]
  const { stdout } = await run(process.execPath, args, { env: environment })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Cost
}

/** Size of each function's bundle, and the time to import it in a new process, against a bare handler's. */
export async function loadBench(progress: Progress): Promise<Row[]> {
  // Beside the project's own dependencies, so that what is not bundled is the same file for both.
  const work = join(root, '.local', 'bench', `load-${process.pid}`)
  try {
    const ours = await bundleFunctions({ root, out: join('.local', 'bench', `load-${process.pid}`, 'ours') })
    const outputs = Object.entries(ours.metafile.outputs).filter(([file]) => file.endsWith('.mjs'))
    const sizes = new Map<string, number>()
    for (const [file, { inputs, imports, bytes }] of outputs) {
      const name = file.split('/').at(-2) ?? ''
      sizes.set(name, bytes)
      const folder = join(work, 'bare', 'lambdas', name)
      await mkdir(folder, { recursive: true })
      const externals = imports.filter(({ external }) => external).map(({ path }) => path)
      await writeFile(join(folder, 'handler.ts'), bareHandler(inputs, externals))
    }
    const bare = await bundleFunctions({ root: join(work, 'bare') })
    const rows: Row[] = []
    for (const [name, bytes] of sizes) {
      const bareBytes = bare.metafile.outputs[`dist/${name}/index.mjs`]?.bytes ?? Number.NaN
      const [oursFile, bareFile] = [join(work, 'ours', name), join(work, 'bare/dist', name)]
      const pairs = await inPairs(
        rounds,
        () => loadOnce(join(oursFile, 'index.mjs')),
        () => loadOnce(join(bareFile, 'index.mjs')),
        (at) => progress(`load ${name} ${at}`),
      )
      const size = { bench: `size ${name}`, ours: bytes / 1000, rival: bareBytes / 1000, unit: 'KB' }
      const load = { bench: `load ${name}`, ...pairs, unit: 'ms' }
      const isBudgeted = isApi(name)
      rows.push(
        isBudgeted
          ? {
              ...size,
              rival: bytesMax / 1000,
              ratio: bytes / bytesMax,
              budget: { atMost: 1 },
              note: `bare ${Math.round(bareBytes / 1000)} KB`,
            }
          : { ...size, ratio: bytes / bareBytes },
        isBudgeted ? { ...load, budget: { atMost: loadRatioMax } } : load,
      )
    }
    return rows
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
