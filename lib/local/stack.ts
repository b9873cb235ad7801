import type { RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { type ApiName, apiKeys, functionsOfApi, type LocalApi } from './api-model.ts'
import { readAssembly } from './assembly.ts'
import { startEmbeddedAws } from './aws/embedded-aws.ts'
import { localCredentials } from './aws/local-credentials.ts'
import type { EmbeddedAws, InvokeFunction, LocalClock } from './aws/ports.ts'
import { bundledCode, codeWithoutBundles } from './bundled-code.ts'
import { startControl } from './control.ts'
import { declareState, declareTriggers, resolveFronts, resolveVariables } from './declare.ts'
import { openFirewall } from './firewall.ts'
import { frontOf } from './front.ts'
import type { LocalFront } from './front-model.ts'
import { functionLines } from './function-lines.ts'
import { type Gateway, type RequestLog, startGateway } from './gateway.ts'
import { type Identities, identitiesOf, invokeBundle, type SeedContext } from './identities.ts'
import { type LambdaService, lambdaService } from './lambda-service.ts'
import { assertPortsAllowed } from './listen.ts'
import { type LocalApp, readLocalApp } from './local-app.ts'
import { resolver } from './resolver.ts'
import { TemplateError } from './resource.ts'
import { ceilingsOf, writeStackFile } from './stack-file.ts'
import type { StackLog } from './stack-log.ts'
import type { StackOptions } from './stack-options.ts'
import { localAddresses, startStandIns } from './stand-ins.ts'
import { lockStateFolder } from './state-folder.ts'
import { synthesize } from './synth.ts'
import { trialReceiver } from './trial-receiver.ts'

export interface RunningStack {
  readonly urls: Readonly<Partial<Record<ApiName, string>>>
  readonly identities: Identities
  readonly control: string
  readonly stripe: string | undefined
  readonly aws: EmbeddedAws
  readonly lambda: LambdaService
  readonly app: LocalApp
  /** The servers by origin, for callers in the same process without a socket. */
  readonly servers: ReadonlyMap<string, RequestListener>
  /** Accepts no more requests, waits up to 10 s for running work, and flushes the services. */
  stop(): Promise<void>
}

const GRACE_MS = 10_000
/** Ports relative to the first port of the stack, which is the one of the first API. */
const CONTROL_OFFSET = 8
const AWS_OFFSET = 9
/** Number of ports that are checked before the start, from the first one. The port of the issuer is not checked. */
const PORTS = 11

type Log = (entry: StackLog) => void

const timed = async <T>(log: Log, text: string | ((value: T) => string), work: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  const value = await work()
  log({ type: 'progress', text: typeof text === 'string' ? text : text(value), ms: performance.now() - started })
  return value
}

/**
 * Synthesizes the templates, or reuses an assembly of the same sources, and resolves them with the embedded endpoint.
 */
const readApp = async (root: string, cache: string, endpoint: Promise<string>, log: Log): Promise<LocalApp> => {
  const read = async (reuse: boolean) => {
    const { cached, dir } = await timed(
      log,
      ({ cached }) => (cached ? 'templates up to date' : 'templates synthesized'),
      () => synthesize({ root, cache, reuse }),
    )
    const stacks = await readAssembly(dir)
    return { cached, app: readLocalApp(stacks, resolver({ stacks, endpoint: await endpoint })) }
  }
  const first = await read(true)
  // Unlike a bundle, an asset is part of the assembly, which may be older than the asset's source.
  const stale = first.cached && first.app.functions.some(({ bundle }) => bundle === undefined)
  return stale ? (await read(false)).app : first.app
}

const portOf = (base: number, key: ApiName): number => (base === 0 ? 0 : base + apiKeys.indexOf(key))

const assertUniqueKeys = (apis: readonly LocalApi[]): void => {
  const duplicate = apis.find(({ key }, i) => apis.findIndex((other) => other.key === key) !== i)
  if (duplicate) throw new TemplateError(`Two APIs have signet:api ${duplicate.key}; it must be unique`)
}

/**
 * Starts the whole system on this machine: synthesizes the templates, starts the embedded services with the declared
 * resources, bundles the functions, and serves each API on its port. Several stacks can run in one process, each with a
 * separate state folder.
 * @throws BundleError, SynthError, TemplateError, PortInUseError, PortBlockedError or StateInUseError, whose messages
 * contain the fix.
 */
export const startStack = async (options: StackOptions = {}): Promise<RunningStack> => {
  const { root = dirname(dirname(import.meta.dirname)), port = 4000, log = () => {} } = options
  const state = options.state ?? join(root, '.local')
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  if (port !== 0) await assertPortsAllowed(Array.from({ length: PORTS }, (_, i) => port + i))
  try {
    const folder = await lockStateFolder(state, options.fresh ?? false)
    undo.push(() => folder.release())
    return await assemble({ ...options, root, port, log, state }, undo, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

type ResolvedStackOptions = StackOptions & {
  readonly root: string
  readonly port: number
  readonly state: string
  readonly log: Log
}

type Undo = (() => Promise<void>)[]

/**
 * Starts services and reads templates in parallel: the services do not need the templates, and the templates need only
 * the endpoint.
 */
const prepare = async (
  { root, port, state, log, onCall }: ResolvedStackOptions,
  invoke: InvokeFunction,
  undo: Undo,
) => {
  const awsPort = port === 0 ? 0 : port + AWS_OFFSET
  const note = (text: string) => log({ type: 'note', level: 'debug', text })
  const logConsumers = new Set<string>()
  const services = timed(log, 'services started', () =>
    startEmbeddedAws({ dir: join(state, 'aws'), port: awsPort, invoke, log: note, onCall, logConsumers }),
  )
  undo.push(() =>
    services.then(
      (aws) => aws.stop(),
      () => {},
    ),
  )
  const endpoint = services.then((aws) => aws.endpoint)
  // Rejections are reported by the promise of the services. The endpoint itself is read later.
  endpoint.catch(() => {})
  const readingApp = readApp(root, join(root, '.local', 'synth'), endpoint, log)
  const [aws, app] = await Promise.all([services, readingApp])
  for (const { targetArn } of app.logSubscriptions)
    for (const { arn, label } of app.functions)
      if (arn === targetArn) logConsumers.add(localCredentials(label).accessKeyId)
  if (app.inert.length > 0) note(`Resources without a local effect: ${app.inert.join(', ')}`)
  assertUniqueKeys(app.apis)
  const queueUrls = await declareState(aws, app)
  return { aws, app, queueUrls, secrets: await resolveVariables(aws, app), fronts: await resolveFronts(aws, app) }
}

interface ServingDeps {
  readonly app: LocalApp
  readonly endpoint: string
  readonly lambda: LambdaService
  readonly clock: LocalClock
  readonly fronts: readonly LocalFront[]
}

const serve = async (
  {
    root,
    port,
    log,
    trustProxy = false,
    firewall: isEnforced = false,
    documents = async () => ({}),
    files = {},
  }: ResolvedStackOptions,
  { app, endpoint, lambda, clock, fronts }: ServingDeps,
  gateways: Gateway[],
): Promise<RunningStack['urls']> => {
  const labels = new Map(app.functions.map(({ name, label }) => [name, label]))
  const logRequest = (entry: RequestLog) =>
    log({ type: 'request', ...entry, fn: labels.get(entry.fn ?? '') ?? entry.fn })
  const firewall = isEnforced && app.webAcl ? openFirewall(app.webAcl) : undefined
  for (const api of app.apis) {
    const now = () => clock.now() + lambda.lead()
    const document = async () => (await documents())[api.key]
    const front = frontOf(api, app.apis, fronts, (name) => files[name] ?? join(root, 'dist', name))
    // The first is the platform, whose port serves the console.
    const [first] = gateways
    const consoleUrl = first && front.front ? `${first.url}/docs/${api.key}` : undefined
    const common = { lambda, endpoint, now, trustProxy, firewall, document, log: logRequest }
    gateways.push(await startGateway({ api, consoleUrl, port: portOf(port, api.key), ...common, ...front }))
  }
  return Object.fromEntries(gateways.map(({ api, url }) => [api.key, url]))
}

const createIdentities = async (
  { seed = async () => ({}), state, log }: ResolvedStackOptions,
  context: Omit<SeedContext, 'earlier'>,
): Promise<Identities> => {
  const earlier = await identitiesOf(state)
  return timed(log, 'demo identities ready', () => seed({ ...context, earlier }))
}

const assemble = async (
  options: ResolvedStackOptions,
  undo: Undo,
  stop: () => Promise<void>,
): Promise<RunningStack> => {
  const { root, port, state, log } = options
  const started = performance.now()
  const gateways: Gateway[] = []
  let readyLambda: LambdaService | undefined
  const invoke: InvokeFunction = async (arn, payload) => {
    if (readyLambda) return readyLambda.invoke(arn, payload)
    throw new Error('The functions are not ready yet')
  }
  const code = options.environments ? codeWithoutBundles(options.environments) : bundledCode(root, log)
  const { aws, app, queueUrls, secrets, fronts } = await prepare(options, invoke, undo)
  const standIns = await startStandIns(options, { aws, app, gateways }, undo)
  const { issuer, stripe } = standIns
  const lines = functionLines({ state, app, aws, queueUrls, invoke, log })
  const toLocal = localAddresses(gateways, app, standIns)
  const lambda = lambdaService({
    functions: app.functions,
    apiFunctions: new Set(app.apis.flatMap(functionsOfApi)),
    start: code.start,
    endpoint: aws.endpoint,
    clock: aws.clock,
    log: lines.accept,
    variables: (fn) => Object.fromEntries(Object.entries(secrets(fn)).map(([name, text]) => [name, toLocal(text)])),
  })
  readyLambda = lambda
  // Steps run from the last to the first: gateways, services (which wait for their consumers), functions.
  undo.splice(1, 0, code.stop, () => lambda.stop(GRACE_MS).then(() => lines.flush()))
  undo.push(() => lines.deliver())
  undo.push(() => Promise.all(gateways.map((gateway) => gateway.stop(GRACE_MS))).then(() => {}))
  const urls = await serve(options, { app, endpoint: aws.endpoint, lambda, clock: aws.clock, fronts }, gateways)
  await declareTriggers(aws, options.schedules === false ? { ...app, schedules: [] } : app)
  await aws.start()
  stripe?.start()
  const control = await startControl({
    port: port === 0 ? 0 : port + CONTROL_OFFSET,
    aws,
    lambda,
    app,
    queueUrls,
    issuer,
    receiver: trialReceiver(aws.clock, (text) => log({ type: 'note', level: 'info', text })),
  })
  undo.push(() => control.stop())
  const seedDeps = { invoke: invokeBundle(app, lambda), now: () => new Date(aws.clock.now()) }
  const identities = await createIdentities(options, { urls, issuer, ...seedDeps })
  const addresses = { urls, control: control.url, stripe: stripe?.url }
  const data = { table: app.tables[0]?.name, ceilings: ceilingsOf(app) }
  await writeStackFile(state, { ...addresses, ...data, identities, endpoint: aws.endpoint, pid: process.pid })
  log({ type: 'progress', text: 'ready', ms: performance.now() - started })
  if (options.watch)
    code.watch((names) => {
      const reloaded = lambda.reload(names)
      if (reloaded.length > 0) log({ type: 'note', level: 'info', text: `reloaded ${reloaded.join(', ')}` })
    })
  if (options.prebuild ?? true) void code.buildAll()
  const servers = new Map(
    [...gateways, control, { url: aws.endpoint, serve: aws.serve }].map((it) => [it.url, it.serve]),
  )
  return { ...addresses, identities, aws, lambda, app, servers, stop }
}
