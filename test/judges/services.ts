import { serviceIR } from '@signet/contracts/ir'
import { OWN_ADDRESSES } from '../../lib/edge-config.ts'
import { type ServedApi, servedApis } from '../../lib/services.ts'

/** An API that external judges check. */
export interface JudgedService {
  /** Key of its base address in stack.json and of its document in openApiDocuments. */
  readonly key: string
  /** The API key of a demo identity that the API accepts. */
  readonly identityKey: 'genKey' | 'platKey'
  /** An operation without input, for the request form of the console's documents. */
  readonly tryOut: string
  /** Whether the API has the console's origin. Browsers send credentials to no other. */
  readonly isAtHand: boolean
}

/** Returns a public operation without input, preferably one that returns JSON. */
const tryOutOf = ({ key, services }: ServedApi): string => {
  const operations = services.flatMap(({ service }) => serviceIR(service)).flatMap((ir) => ir.operations)
  const publicGets = operations.filter(
    ({ authority, route }) => authority === 'open' && route?.method === 'GET' && !route.path.includes(':'),
  )
  const isJson = ({ responses }: (typeof publicGets)[number]): boolean =>
    responses.some(({ status, schema }) => status === 200 && schema !== undefined)
  const operation = publicGets.find(isJson) ?? publicGets[0]
  if (operation) return operation.operationId
  throw new Error(`The API ${key} has no public GET without parameters, such as getHealth: add one`)
}

/** Every API with operations. */
export const JUDGED_SERVICES: readonly JudgedService[] = servedApis().map((api) => ({
  key: api.key,
  identityKey: api.services.some(({ service }) => service.keyPrefix === 'gen_') ? 'genKey' : 'platKey',
  tryOut: tryOutOf(api),
  isAtHand: OWN_ADDRESSES[api.key] === undefined && !api.services.some(({ isApart }) => isApart),
}))
