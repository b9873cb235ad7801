import type { ClientsOf, FunctionAccess } from '../access.ts'
import { environmentOf } from '../access.ts'
import type { FunctionDeclaration, FunctionStart, WithClients } from '../function-runtime.ts'
import { secretsClient } from '../secret.ts'
import { tableClient } from '../table/table-client.ts'
import { onFirstEvent, streamOnFirstEvent } from './on-first-event.ts'

const apiClients = () => ({ db: tableClient(), secrets: secretsClient() })
type ApiClients = ReturnType<typeof apiClients>

export interface ApiStart<A extends FunctionAccess = FunctionAccess, Extra = unknown>
  extends FunctionStart<A, ApiClients & ClientsOf<A> & Extra> {
  readonly access: A
  readonly streams: boolean
}

export type ApiFunction<A extends FunctionAccess, Clients> = FunctionDeclaration<A, Clients> &
  WithClients<Omit<ClientsOf<A>, keyof ApiClients>> & {
    readonly load: () => Promise<{ readonly app: (start: ApiStart<A, Clients>) => (...args: never[]) => unknown }>
  }

/**
 * Creates the Lambda handler of an API function. Clients are created immediately; routes, schemas and tables load while
 * the function waits for its first event (docs/adr/0009).
 * @throws Error with every variable that its access requires and its environment lacks
 */
export const apiFunction = <const A extends FunctionAccess, Clients = unknown>({
  name,
  access,
  variables,
  clients,
  load,
}: ApiFunction<A, Clients>) => {
  const env = environmentOf(access, variables)
  const streams = access.streams === true || access.url === true
  const start = {
    name,
    access,
    env,
    streams,
    clients: { ...apiClients(), ...clients } as ApiStart<A, Clients>['clients'],
  }
  const deferLoading = streams ? streamOnFirstEvent : onFirstEvent
  return deferLoading(async () => (await load()).app(start))
}
