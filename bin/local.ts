import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { FIRST_PORT, portOf } from '../lib/apis.ts'
import { seedIdentities } from '../lib/local/seed.ts'
import { type RunningStack, startStack } from '../lib/local/stack.ts'
import { logRenderer } from '../lib/local/stack-log.ts'
import { servedApis } from '../lib/services.ts'
import packageJson from '../package.json' with { type: 'json' }

const ports = servedApis()
  .map(({ key }) => `${key} on ${portOf(key)}`)
  .join(', ')

const help = `npm start -- [options]

  --port PORT      first port (default ${FIRST_PORT}): ${ports}, control on 4008, aws on 4009, stripe on 4010
  --state DIR      folder of tables, objects and queues (default .local)
  --fresh          start with empty state
  --rich           give the demo accounts a million credits each, for load tests
  --json           log one JSON object per line
  --quiet          do not log requests and functions
  --debug          also show the log lines of the embedded services
  --trust-proxy    read client addresses from X-Forwarded-For
  --firewall       enforce the web ACL of the edge: rate limits per address, body sizes
  --no-watch       do not reload functions when their code changes
  --help           print this help

DIR/stack.json contains the URLs and demo identities. Two copies can run at the same time with different --port and --state.`

const expectedErrors = new Set([
  'BundleError',
  'SynthError',
  'TemplateError',
  'PortInUseError',
  'PortBlockedError',
  'StateInUseError',
])

const readArguments = () =>
  parseArgs({
    allowNegative: true,
    options: {
      port: { type: 'string', default: String(FIRST_PORT) },
      state: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      rich: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      debug: { type: 'boolean', default: false },
      'trust-proxy': { type: 'boolean', default: false },
      firewall: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values

const describe = ({ urls, identities, control, aws, stripe }: RunningStack): string => {
  const docs = servedApis().flatMap(({ key }) => (urls[key] ? [['docs', `${urls[key]}/docs`]] : []))
  const rows = [
    ...(urls.platform ? [['console', `${urls.platform}/`]] : []),
    ...Object.entries(urls),
    ...docs,
    ['control', `${control}/_local`],
    ['aws', aws.endpoint],
    ...(stripe ? [['stripe', stripe]] : []),
  ]
  const nameWidth = Math.max(...rows.map(([name = '']) => name.length), 8)
  const lines = rows.map(([name = '', url]) => `  ${name.padEnd(nameWidth)}  ${url}`)
  const people = Object.entries(identities).map(
    ([name, { genKey, platKey = '' }]) => `  ${name.padEnd(nameWidth)}  ${genKey}  ${platKey}`,
  )
  const [first] = Object.values(identities)
  const auth = first ? ` -H 'Authorization: Bearer ${first.genKey}'` : ''
  const images = urls.images
    ? [
        `  curl -s ${urls.images}/v2/models`,
        `  curl -s ${urls.images}/v2/generate${auth} -H 'Content-Type: application/json' -d '{"prompt":"a lighthouse at dusk"}'`,
      ]
    : []
  const pages = urls.platform ? [`  ${urls.platform}/ in a browser: sign in as a demo user, or sign up`] : []
  const suggestions = images.length + pages.length > 0 ? ['', 'Try first:', ...images, ...pages] : []
  const demo =
    people.length > 0
      ? [
          '',
          'Demo users with their API keys for the image service and the platform, valid for all scopes including payments:',
          ...people,
        ]
      : []
  return ['', ...lines, ...demo, ...suggestions, ''].join('\n')
}

const main = async (): Promise<void> => {
  const options = readArguments()
  if (options.help) {
    console.log(help)
    return
  }
  const port = Number(options.port)
  // The highest first port, after which enough ports remain for all servers of the stack.
  if (!Number.isInteger(port) || port < 0 || port > 65_520) {
    throw new TypeError(`--port must be a whole number from 0 to 65520 (got ${options.port})`)
  }
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR && !options.json
  const render = logRenderer({ json: options.json, color, debug: options.debug })
  const stack = await startStack({
    port,
    state: options.state === undefined ? undefined : resolve(options.state),
    fresh: options.fresh,
    trustProxy: options['trust-proxy'],
    firewall: options.firewall,
    watch: options.watch,
    seed: seedIdentities({ rich: options.rich }),
    documents: async () => {
      const { apiDocuments } = await import('../lib/api-documents.ts')
      return apiDocuments(packageJson.version)
    },
    log: (entry) => {
      if (options.quiet && (entry.type === 'request' || entry.type === 'function')) return
      const line = render(entry)
      if (line !== undefined) console.log(line)
    },
  })
  const { urls, identities, control, aws, stripe } = stack
  const addresses = { urls, control, endpoint: aws.endpoint, stripe }
  if (options.json) console.log(JSON.stringify({ type: 'stack', ...addresses, identities }))
  else console.log(describe(stack))
  stopOnSignals(stack, options.json)
}

/** Stops on the first signal after running events finish, on the second immediately. */
const stopOnSignals = (stack: RunningStack, json: boolean): void => {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130)
      stopping = true
      if (!json) console.log('\nFinishing running requests. Press Ctrl-C again to stop immediately.')
      stack.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

main().catch((error: unknown) => {
  const expected = error instanceof TypeError || (error instanceof Error && expectedErrors.has(error.name))
  console.error(expected ? error.message : error)
  process.exitCode = 1
  setImmediate(() => process.exit())
})
