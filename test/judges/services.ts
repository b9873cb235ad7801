import { serviceIR } from '@signet/contracts/ir'
import { OWN_ADDRESSES } from '../../lib/edge-config.ts'
import { type ServedApi, servedApis } from '../../lib/services.ts'

/** An API that external judges check. */
export interface JudgedService {
  /** Key of its base address in stack.json and of its document in openApiDocuments. */
  readonly key: string
  /** The kind of key of a demo identity that the API accepts. */
  readonly identityKey: 'genKey' | 'platKey'
  /** An operation without input, for the request form of the console's documents. */
  readonly tryOut: string
  /** True at the console's own address: browsers send credentials to no other. */
  readonly isAtHand: boolean
}

/** Returns a public operation without input, preferably one that returns JSON. */
const tryOutOf = ({ key, services }: ServedApi): string => {
  const operations = services.flatMap(({ service }) => serviceIR(service)).flatMap((ir) => ir.operations)
  const open = operations.filter(
    ({ authority, route }) => authority === 'open' && route?.method === 'GET' && !route.path.includes(':'),
  )
  const isJson = ({ responses }: (typeof open)[number]): boolean =>
    responses.some(({ status, schema }) => status === 200 && schema !== undefined)
  const found = open.find(isJson) ?? open[0]
  if (found) return found.operationId
  throw new Error(`The API ${key} has no public GET without parameters, such as getHealth: add one`)
}

/** Every API with operations. */
export const JUDGED_SERVICES: readonly JudgedService[] = servedApis().map((api) => ({
  key: api.key,
  identityKey: api.services.some(({ service }) => service.keyPrefix === 'gen_') ? 'genKey' : 'platKey',
  tryOut: tryOutOf(api),
  isAtHand: OWN_ADDRESSES[api.key] === undefined && !api.services.some(({ isApart }) => isApart),
}))
