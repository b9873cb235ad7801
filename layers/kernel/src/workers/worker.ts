import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { type ClientsOf, environmentOf, type FunctionAccess } from '../access.ts'
import { type FunctionDeclaration, type FunctionRuntime, runtimeOf, type WithClients } from '../function-runtime.ts'
import type { Log } from '../log.ts'
import { mappedStack } from '../mapped-stack.ts'
import { type SpanKind, spanned } from '../span.ts'
import { causeOfInput, onTrail, parentOfInput } from '../trail.ts'

export type Worker<A extends FunctionAccess, Clients, Run> = FunctionDeclaration<A, Clients> &
  WithClients<ClientsOf<A>> & {
    readonly build: (runtime: FunctionRuntime<A, Clients>) => Run
  }

/**
 * Creates the runtime of a worker.
 * @throws Error with every variable that its access requires and its environment lacks
 */
export const workerRuntime = <A extends FunctionAccess, Clients>({
  name,
  access,
  variables,
  clients,
}: FunctionDeclaration<A, Clients>): FunctionRuntime<A, Clients> =>
  runtimeOf<A, Clients>({ name, env: environmentOf(access, variables), clients: clients as Clients })

/**
 * Creates the Lambda handler of a worker. Its log lines contain the ids of its run and of its cause. Lambda itself logs
 * thrown errors; their stacks contain the positions in the source.
 */
export const workerHandler = <Result>(run: (event: unknown, context: Context) => Promise<Result>) =>
  middy()
    .onError(({ error }) => {
      if (error?.stack !== undefined) error.stack = mappedStack(error.stack)
    })
    .handler((event: unknown, context: Context) => {
      const requestId = context.awsRequestId
      return onTrail({ requestId, ...causeOfInput(event, requestId) }, () => run(event, context))
    })

/** As `workerHandler`, for work that is one span. A batch has one span for each message. */
export const spannedHandler = <Result>(
  { log, kind }: { readonly log: Pick<Log, 'info'>; readonly kind: SpanKind },
  run: (event: unknown, context: Context) => Promise<Result>,
) =>
  workerHandler((event, context) =>
    spanned(log, { kind, parent: parentOfInput(event) }, async () => run(event, context)),
  )
