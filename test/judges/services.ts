import { serviceIR } from '@signet/contracts/ir'
import { OWN_ADDRESSES } from '../../lib/edge-config.ts'
import { type ServedApi, servedApis } from '../../lib/services.ts'

/** An API that outside judges look at. */
export interface JudgedService {
  /** Key of its base address in stack.json and of its document in openApiDocuments. */
  readonly key: string
  /** Which key of a demo identity it takes. */
  readonly identityKey: 'genKey' | 'platKey'
  /** An operation that needs no input, for the form of the console's documents that sends requests. */
  readonly tryOut: string
  /** Whether it is at the console's own address: a browser sends nothing to others. */
  readonly isAtHand: boolean
}

/** An operation that anybody may call, without input: one that answers JSON if there is one. */
const tryOutOf = ({ key, services }: ServedApi): string => {
  const operations = services.flatMap(({ service }) => serviceIR(service)).flatMap((ir) => ir.operations)
  const open = operations.filter(
    ({ authority, route }) => authority === 'open' && route?.method === 'GET' && !route.path.includes(':'),
  )
  const isJson = ({ responses }: (typeof open)[number]): boolean =>
    responses.some(({ status, schema }) => status === 200 && schema !== undefined)
  const found = open.find(isJson) ?? open[0]
  if (found) return found.operationId
  throw new Error(`The API ${key} has no open GET without parameters, such as getHealth: give it one`)
}

/** Every API that serves anything. */
export const JUDGED_SERVICES: readonly JudgedService[] = servedApis().map((api) => ({
  key: api.key,
  identityKey: api.services.some(({ service }) => service.keyPrefix === 'gen_') ? 'genKey' : 'platKey',
  tryOut: tryOutOf(api),
  isAtHand: OWN_ADDRESSES[api.key] === undefined && !api.services.some(({ isApart }) => isApart),
}))
