import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withSystem } from './running-system.ts'
import { JUDGED_SERVICES } from './services.ts'

/**
 * Runs schemathesis over each service on the local runner: every phase, every check, a fixed seed. `--plant` puts a
 * proxy before the service that answers odd input with 500, or a success with a status nobody declared.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'max-time': { type: 'string', default: '150' },
    'max-examples': { type: 'string', default: '15' },
    plant: { type: 'string' },
  },
})
const [program = 'schemathesis'] = positionals
const ARTIFACTS = resolve('.artifacts/schemathesis')
const HERE = import.meta.dirname

const run = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(resolve(program), args, { cwd: ARTIFACTS, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1))
  })

/** A service with a fault: the same answers but for what is planted. */
async function faulty(url: string, plant: string): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const isOdd = /%00|limit=(?!\d+$)/.test(request.url ?? '')
    const headers = Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name))
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers.map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 ? { body } : {}),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const wrongStatus = plant === 'status' && answer.status === 200 ? 206 : answer.status
    const status = plant === '500' && isOdd ? 500 : wrongStatus
    response.writeHead(status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server }
}

mkdirSync(ARTIFACTS, { recursive: true })
await withSystem(4620, async ({ urls, identities }) => {
  for (const { key } of JUDGED_SERVICES) {
    const real = String(urls[key])
    const planted = options.plant ? await faulty(real, options.plant) : undefined
    const target = planted?.url ?? real
    const bounds = [
      '--max-examples',
      options['max-examples'],
      '--max-time',
      options['max-time'],
      '--request-timeout',
      '30',
    ]
    const code = await run(
      [
        ...['--config-file', join(HERE, 'schemathesis.toml'), 'run', `${real}/docs/openapi.json`, '--url', target],
        ...['--phases', 'examples,coverage,fuzzing,stateful', '--checks', 'all', '--seed', '20261121', ...bounds],
        ...['--header', `Authorization: Bearer ${identities.agency.genKey}`, '--continue-on-failure'],
        ...['--report', 'junit', '--report-junit-path', join(ARTIFACTS, `${key}.xml`)],
      ],
      { SCHEMATHESIS_HOOKS: 'fuzzing_hooks', PYTHONPATH: HERE },
    )
    planted?.server.close()
    planted?.server.closeAllConnections()
    if (code === 0) console.log(`figures: schemathesis found nothing in ${key}`)
    if (code !== 0) throw new Error(`schemathesis found failures in ${key} (exit ${code})`)
  }
})
