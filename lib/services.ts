import type { Service } from '@signet/contracts'
import { type RouteRow, serviceRoutes } from '@signet/contracts/ir'
import type { Access, Receiving } from '@signet/kernel/access'
import { access as accountAccess } from '../lambdas/accounts/contract/access.ts'
import { accountService } from '../lambdas/accounts/contract/service.ts'
import { access as agentGatewayAccess } from '../lambdas/agent-gateway/contract/access.ts'
import { agentGatewayService } from '../lambdas/agent-gateway/contract/service.ts'
import { access as agentGrantAccess } from '../lambdas/agent-grants/contract/access.ts'
import { agentGrantService } from '../lambdas/agent-grants/contract/service.ts'
import { access as archiveAccess } from '../lambdas/archive/contract/access.ts'
import { archiveService } from '../lambdas/archive/contract/service.ts'
import { access as billingAccess } from '../lambdas/billing/contract/access.ts'
import { billingService } from '../lambdas/billing/contract/service.ts'
import { access as consultationAccess } from '../lambdas/consultations/contract/access.ts'
import { consultationService } from '../lambdas/consultations/contract/service.ts'
import { access as eventRelayAccess } from '../lambdas/event-relay/contract/access.ts'
import { eventRelayService } from '../lambdas/event-relay/contract/service.ts'
import { access as evidenceAccess } from '../lambdas/evidence/contract/access.ts'
import { evidenceService } from '../lambdas/evidence/contract/service.ts'
import { access as flagAccess } from '../lambdas/flags/contract/access.ts'
import { flagService } from '../lambdas/flags/contract/service.ts'
import { access as flowAccess } from '../lambdas/flows/contract/access.ts'
import { flowService } from '../lambdas/flows/contract/service.ts'
import { access as imageMcpAccess } from '../lambdas/image-mcp/contract/access.ts'
import { imageMcpService } from '../lambdas/image-mcp/contract/service.ts'
import { access as imageAccess } from '../lambdas/images/contract/access.ts'
import { imageService } from '../lambdas/images/contract/service.ts'
import { access as notebookAccess } from '../lambdas/notebooks/contract/access.ts'
import { notebookService } from '../lambdas/notebooks/contract/service.ts'
import { access as notificationAccess } from '../lambdas/notifications/contract/access.ts'
import { notificationService } from '../lambdas/notifications/contract/service.ts'
import { access as observeAccess } from '../lambdas/observe/contract/access.ts'
import { observeService } from '../lambdas/observe/contract/service.ts'
import { access as platformImageAccess } from '../lambdas/platform-images/contract/access.ts'
import { platformImageService } from '../lambdas/platform-images/contract/service.ts'
import { access as postureAccess } from '../lambdas/posture/contract/access.ts'
import { postureService } from '../lambdas/posture/contract/service.ts'
import { access as receiptAccess } from '../lambdas/receipts/contract/access.ts'
import { receiptService } from '../lambdas/receipts/contract/service.ts'
import { access as runtimeAccess } from '../lambdas/runtime/contract/access.ts'
import { runtimeService } from '../lambdas/runtime/contract/service.ts'
import { access as sentimentAccess } from '../lambdas/sentiment/contract/access.ts'
import { sentimentService } from '../lambdas/sentiment/contract/service.ts'
import { access as supportAccess } from '../lambdas/support/contract/access.ts'
import { supportService } from '../lambdas/support/contract/service.ts'
import { access as trustAccess } from '../lambdas/trust/contract/access.ts'
import { trustService } from '../lambdas/trust/contract/service.ts'
import { access as usageAccess } from '../lambdas/usage/contract/access.ts'
import { usageService } from '../lambdas/usage/contract/service.ts'
import { access as witnessAccess } from '../lambdas/witness/contract/access.ts'
import { witnessService } from '../lambdas/witness/contract/service.ts'
import { APIS, type ApiName } from './apis.ts'
import { withErasureRights } from './erasure-rights.ts'

export interface PlatformService {
  readonly service: Service
  readonly access: Access
  /** True if it has a separate table and keys, and can be deployed to another account than the platform. */
  readonly isApart?: true
}

const DECLARED: readonly PlatformService[] = [
  { service: imageService, access: imageAccess },
  { service: flagService, access: flagAccess },
  { service: accountService, access: accountAccess },
  { service: usageService, access: usageAccess },
  { service: platformImageService, access: platformImageAccess },
  { service: billingService, access: billingAccess },
  { service: supportService, access: supportAccess },
  { service: flowService, access: flowAccess },
  { service: agentGrantService, access: agentGrantAccess },
  { service: sentimentService, access: sentimentAccess },
  { service: notificationService, access: notificationAccess },
  { service: eventRelayService, access: eventRelayAccess },
  { service: imageMcpService, access: imageMcpAccess },
  { service: agentGatewayService, access: agentGatewayAccess },
  { service: archiveService, access: archiveAccess },
  { service: notebookService, access: notebookAccess },
  { service: witnessService, access: witnessAccess, isApart: true },
  { service: receiptService, access: receiptAccess },
  { service: runtimeService, access: runtimeAccess },
  { service: consultationService, access: consultationAccess },
  { service: evidenceService, access: evidenceAccess },
  { service: trustService, access: trustAccess },
  { service: postureService, access: postureAccess },
  { service: observeService, access: observeAccess },
]

/** Every service of the platform. A service is listed after those whose functions it invokes. */
export const SERVICES: readonly PlatformService[] = DECLARED.map(withErasureRights)

export const ERASING_SERVICES: readonly string[] = SERVICES.flatMap(({ service }) =>
  'by' in service.erasure ? [service.name] : [],
)

export interface ServedApi {
  readonly key: ApiName
  readonly title: string
  readonly services: readonly PlatformService[]
  /** The bundle of the function whose address the API uses; absent for a REST API. */
  readonly url?: string
}

/** Returns the name of a function's bundle: its folder below `lambdas/`, joined by a dash. */
export const bundleOf = ({ name }: Service, fn: string): string => `${name}-${fn}`

/**
 * Returns the function whose address the API uses.
 * @throws Error if other functions serve the API too: such an address has no routes.
 */
const urlOf = (services: readonly PlatformService[]): Pick<ServedApi, 'url'> => {
  const serving = services.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { serves, url }]) => (serves ? [{ bundle: bundleOf(service, fn), url }] : [])),
  )
  const [withAddress] = serving.filter(({ url }) => url)
  if (!withAddress) return {}
  if (serving.length === 1) return { url: withAddress.bundle }
  const all = serving.map(({ bundle }) => bundle).join(', ')
  throw new Error(
    `${withAddress.bundle} has a function URL, but its API is served by ${all}: one function must serve the whole API`,
  )
}

/**
 * Returns the APIs with services, in the order of their ports.
 * @throws Error for a service with an unknown API.
 */
export const servedApis = (services: readonly PlatformService[] = SERVICES): readonly ServedApi[] => {
  const apiKeys: readonly string[] = APIS.map(({ key }) => key)
  for (const { service } of services) {
    if (service.api === undefined || apiKeys.includes(service.api)) continue
    throw new Error(
      `${service.name} is for the API "${service.api}", which does not exist: add it to lib/apis.ts, or use one of ${apiKeys}`,
    )
  }
  return APIS.flatMap((api) => {
    const apiServices = services.filter(({ service }) => service.api === api.key)
    return apiServices.length === 0 ? [] : [{ ...api, services: apiServices, ...urlOf(apiServices) }]
  })
}

export interface FunctionRoutes {
  readonly fn: string
  readonly receives?: Receiving | undefined
  readonly rows: readonly RouteRow[]
}

/**
 * Returns the functions of a service with their routes.
 * @throws Error unless exactly one function serves each contract.
 */
export const functionRoutes = ({ service, access }: PlatformService): readonly FunctionRoutes[] => {
  const serving = Object.entries(access).flatMap(([fn, { serves = [], streams, url, receives }]) =>
    serves.length === 0 ? [] : [{ fn, streams, url, receives, serves, rows: serviceRoutes(service, serves) }],
  )
  for (const { name } of service.contracts) {
    // A contract with only events has no routes to serve.
    if (serviceRoutes(service, [name]).length === 0) continue
    const servingFunctions = serving.filter(({ serves }) => serves.includes(name)).map(({ fn }) => fn)
    if (servingFunctions.length === 1) continue
    const problem =
      servingFunctions.length === 0 ? 'no function serves it' : `${servingFunctions.join(' and ')} serve it`
    throw new Error(
      `${service.name}: exactly one function must serve the contract "${name}", but ${problem}: see its access.ts`,
    )
  }
  for (const { fn, streams = false, url, rows } of serving) {
    // A function URL always streams.
    if (url) continue
    const mismatch = rows.find(({ stream }) => stream !== streams)
    if (mismatch === undefined) continue
    const declared = `its access ${streams ? 'has' : 'lacks'} "streams"`
    throw new Error(
      `${service.name}: ${fn} serves ${mismatch.operationId}, which ${mismatch.stream ? 'streams' : 'does not stream'}, but ${declared}`,
    )
  }
  return serving
}

/** Returns routes whose bodies the gateway stores (`to`), and those whose large bodies the edge sends there (`from`). */
export const largeBodyRoutes = ({ services }: Pick<ServedApi, 'services'>) =>
  services.flatMap(functionRoutes).flatMap(({ receives, rows }) =>
    receives === undefined
      ? []
      : rows.map(({ method, pathTemplate: to }) => {
          const from = to.slice(0, to.lastIndexOf('/'))
          return { method, from, to, maxDirectBytes: receives.maxDirectBytes }
        }),
  )
