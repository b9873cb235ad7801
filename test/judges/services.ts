import { serviceIR } from '@signet/contracts/ir'
import { type ServedApi, servedApis } from '../../lib/services.ts'

/** An API that outside judges look at. */
export interface JudgedService {
  /** Key of its base address in stack.json and of its document in openApiDocuments. */
  readonly key: string
  /** Which key of a demo identity it takes. */
  readonly identityKey: 'genKey' | 'platKey'
  /** An operation that needs no input, for the form of the console's documents that sends requests. */
  readonly tryOut: string
}

/** An operation that anybody may call, without input, and that answers JSON. */
const tryOutOf = ({ key, services }: ServedApi): string => {
  const operations = services.flatMap(({ service }) => serviceIR(service)).flatMap((ir) => ir.operations)
  const found = operations.find(
    ({ authority, route, responses }) =>
      authority === 'open' &&
      route?.method === 'GET' &&
      !route.path.includes(':') &&
      responses.some(({ status, schema }) => status === 200 && schema !== undefined),
  )
  if (found) return found.operationId
  throw new Error(`The API ${key} has no open GET without parameters that answers JSON, such as getHealth: give it one`)
}

/** Every API that serves anything. */
export const JUDGED_SERVICES: readonly JudgedService[] = servedApis().map((api) => ({
  key: api.key,
  identityKey: api.services.some(({ service }) => service.keyPrefix === 'gen_') ? 'genKey' : 'platKey',
  tryOut: tryOutOf(api),
}))
