import { mkdirSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runInParallel } from '../support/run-aside.ts'
import { withSystem } from './running-system.ts'
import { JUDGED_SERVICES } from './services.ts'

/**
 * Runs schemathesis over each service of the local system, or only the one that `--only` names, with every phase and
 * check and a fixed seed. `--plant 500` adds a proxy that answers unusual input with 500; `--plant status` adds one that
 * changes 200 to an undeclared status.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'max-time': { type: 'string', default: '100' },
    'max-examples': { type: 'string', default: '15' },
    only: { type: 'string' },
    plant: { type: 'string' },
  },
})
const [program = 'schemathesis'] = positionals
const ARTIFACTS = resolve('.artifacts/schemathesis')
const HERE = import.meta.dirname

/** Starts a proxy that forwards to a service and adds the planted fault. */
async function startFaultyProxy(url: string, plant: string): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const isUnusualInput = /%00|limit=(?!\d+$)/.test(incoming.url ?? '')
    const { method, headers } = incoming
    const forwarded = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
      const faultyStatus = plant === 'status' && answer.statusCode === 200 ? 206 : (answer.statusCode ?? 502)
      outgoing.writeHead(plant === '500' && isUnusualInput ? 500 : faultyStatus, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.once('error', (error) => outgoing.destroy(error))
    incoming.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server }
}

/** Runs the fuzzer on a service. Returns whether it found no failure. */
async function fuzzService(key: string, serviceUrl: string, credential: string): Promise<boolean> {
  const planted = options.plant ? await startFaultyProxy(serviceUrl, options.plant) : undefined
  const bounds = ['--max-examples', options['max-examples'], '--max-time', options['max-time']]
  const code = await runInParallel(
    resolve(program),
    [
      ...['--config-file', join(HERE, 'schemathesis.toml'), 'run', `${serviceUrl}/docs/openapi.json`],
      ...['--url', planted?.url ?? serviceUrl, '--header', `Authorization: Bearer ${credential}`],
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--seed', '20261121', ...bounds, '--request-timeout', '30'],
      ...['--continue-on-failure', '--warnings', 'off'],
      ...['--report', 'junit', '--report-junit-path', join(ARTIFACTS, `${key}.xml`)],
    ],
    { cwd: ARTIFACTS, env: { ...process.env, SCHEMATHESIS_HOOKS: 'fuzzing_hooks', PYTHONPATH: HERE } },
  )
  planted?.server.close()
  planted?.server.closeAllConnections()
  if (code === 0) console.log(`figures: schemathesis found no failure in ${key}`)
  return code === 0
}

mkdirSync(ARTIFACTS, { recursive: true })
await withSystem(
  async ({ urls, identities }) => {
    const selectedServices = JUDGED_SERVICES.filter(({ key }) => !options.only || key === options.only)
    const failed: string[] = []
    for (const { key, identityKey } of selectedServices) {
      if (!(await fuzzService(key, String(urls[key]), identities.agency[identityKey]))) failed.push(key)
    }
    if (failed.length > 0) throw new Error(`schemathesis found failures in ${failed.join(' and ')}`)
  },
  { rich: true },
)
