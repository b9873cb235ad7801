import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleName } from '../../../lib/handlers.ts'
import { FunctionError } from '../../../lib/local/aws/ports.ts'
import type { LocalFunction } from '../../../lib/local/function-model.ts'
import { contextOf, environmentNames, failureOf } from '../../../lib/local/lambda-context.ts'
import type { Environment, EnvironmentDeps, StartEnvironment } from '../../../lib/local/lambda-environment.ts'
import { exitError, type Invocation } from '../../../lib/local/lambda-life.ts'
import type { FromWorker } from '../../../lib/local/lambda-protocol.ts'
import {
  defineAwslambda,
  isStreaming,
  type LambdaHandler,
  responseStream,
} from '../../../lib/local/lambda-streaming.ts'
import { inScope, installScopes, machineNow } from './function-scope.ts'

const root = join(import.meta.dirname, '../../..')

/** The URL of each handler's source, by bundle name. */
const sources = new Map(
  globSync('lambdas/**/handler.ts', { cwd: root, exclude: ['**/node_modules'] }).map((file) => [
    bundleName(file),
    pathToFileURL(join(root, file)).href,
  ]),
)

/** The function that loads a source under its plain URL, by URL. */
const owners = new Map<string, string>()

/** Returns the URL of a function's module. Functions with the same source load separate copies for their variables. */
const sourceOf = ({ name, label, bundle = '' }: LocalFunction): string => {
  const source = sources.get(bundle)
  if (source) {
    if (!owners.has(source)) owners.set(source, name)
    return owners.get(source) === name ? source : `${source}?function=${name}`
  }
  throw new FunctionError('Runtime.ImportModuleError', `${label}: the bundle ${bundle} has no handler`)
}

type RunInScope = <Result>(requestId: string | undefined, work: () => Result) => Result

const scopedTo = ({ environment, clock, log }: EnvironmentDeps): RunInScope => {
  const cells = new Float64Array(clock)
  return (requestId, work) =>
    inScope({ environment, clock: cells, print: (level, text) => log({ level, text, requestId }) }, work)
}

/** Handlers load one after another, because each module must see its own variables while it is evaluated. */
let loading: Promise<unknown> = Promise.resolve()
const handlers = new Map<string, Promise<LambdaHandler>>()

const handlerOf = (fn: LocalFunction, scoped: RunInScope): Promise<LambdaHandler> => {
  const loadedHandler = handlers.get(fn.name)
  if (loadedHandler !== undefined) return loadedHandler
  const load = loading.then(async () => {
    const { handler } = await scoped(undefined, () => import(sourceOf(fn)) as Promise<{ handler: LambdaHandler }>)
    return handler
  })
  loading = load.catch(() => {})
  handlers.set(fn.name, load)
  return load
}

type Streams = ReturnType<typeof responseStream>

/** Runs a streaming handler and passes its chunks to the sink of the invocation. */
const runStreaming = async (
  handler: LambdaHandler,
  { event, sink }: Invocation,
  context: object,
  onStream: (stream: Streams) => void,
): Promise<string> => {
  const stream = responseStream((message: FromWorker) => {
    if (message.type === 'stream') sink?.started(message.contentType)
    if (message.type === 'chunk') sink?.chunk(message.bytes)
  })
  onStream(stream)
  await handler(JSON.parse(event), stream.writable, context)
  await stream.finished
  if (stream.writable.errored) throw stream.writable.errored
  return ''
}

const runBuffered = async (handler: LambdaHandler, { event }: Invocation, context: object): Promise<string> =>
  JSON.stringify((await handler(JSON.parse(event), context)) ?? null)

/** Rejects when the function exceeds its timeout. */
const withinTime = async <T>({ timeoutMs }: LocalFunction, requestId: string, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const text = `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`
  const timer = setTimeout(() => reject(new FunctionError('Sandbox.Timedout', text)), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/**
 * Starts an environment in this thread. It imports the source of the handler, without a bundle. Functions share
 * modules, but each has its own variables, time and output. The environment is not frozen between events, and its
 * memory is unlimited.
 */
export const moduleEnvironment: StartEnvironment = (deps) => {
  const { fn, log } = deps
  installScopes()
  defineAwslambda()
  const scoped = scopedTo(deps)
  const names = environmentNames(fn)
  const handler = handlerOf(fn, scoped)
  let alive = true
  let stream: Streams | undefined
  const crash = (requestId: string): never => {
    alive = false
    throw exitError(requestId, 1)
  }
  const run = async (invocation: Invocation): Promise<string> => {
    const { requestId, die } = invocation
    const handle = await handler
    if (die === 'before') crash(requestId)
    const context = contextOf(names, { requestId, arn: fn.arn, deadline: machineNow() + fn.timeoutMs }, machineNow)
    const onStream = (created: Streams) => {
      stream = created
    }
    const body = await scoped(requestId, () =>
      isStreaming(handle)
        ? runStreaming(handle, invocation, context, onStream)
        : runBuffered(handle, invocation, context),
    )
    if (die === 'after') crash(requestId)
    return body
  }
  const environment: Environment = {
    ready: handler.then(() => undefined),
    get alive() {
      return alive
    },
    run: async (invocation) => {
      const { requestId } = invocation
      try {
        return await withinTime(fn, requestId, run(invocation))
      } catch (error) {
        if (error instanceof FunctionError) throw error
        const failure = failureOf(error)
        log({ level: 'error', requestId, text: `Invoke Error ${JSON.stringify({ ...failure, stack: failure.trace })}` })
        throw new FunctionError(failure.errorType, failure.errorMessage)
      } finally {
        stream = undefined
      }
    },
    acknowledge: (bytes) => stream?.acknowledge(bytes),
    closeReader: () => stream?.closeReader(),
    async end() {
      alive = false
    },
  }
  return environment
}
