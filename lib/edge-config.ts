import * as z from 'zod'
import { APIS, type ApiKey } from './apis.ts'

/** The region of what serves CloudFront: web ACLs, certificates, and so the whole stack (CloudFront Developer Guide). */
export const EDGE_REGION = 'us-east-1'

/**
 * The APIs with an address of their own at the edge, by the name before the domain: their clients look for metadata at the
 * root of an address (RFC 8414, RFC 9728). The others share that of the platform.
 */
export const OWN_ADDRESSES: Readonly<Partial<Record<ApiKey, string>>> = {
  imageAgents: 'image-agents',
  gateway: 'gateway',
}

export const edgePrefix = (key: ApiKey): string => (key === 'platform' ? '' : `/_api/${key}`)

/**
 * The paths of the platform at the main address, in two kinds: pages, for which a person may type the host, and what
 * programs ask, which is refused over plain HTTP. All others are the console's (docs/edge.md).
 */
export const PLATFORM_PATHS = {
  pages: ['/login', '/consent', '/dashboard*', '/verify/*', '/log/*', '/trust/*', '/.well-known/*'],
  programs: ['/api/*', '/v1/*', '/_api/*'],
} as const

/** The start of pages whose content is of customers: a session does not reach them. */
export const WITHOUT_COOKIES = '/trust/'

export const keySuffix = (generation: number): string => (generation === 1 ? '' : `${generation}`)

interface OriginKeyed {
  readonly stage: string
  readonly originKey: number
  readonly region?: string | undefined
}

/**
 * The name of the secret by which the edge shows itself: its copy in the edge's region has the same, beside those of stages
 * of its name in other regions.
 */
export const originKeyName = ({ stage, originKey, region }: OriginKeyed): string => {
  const where = region === undefined ? '' : `${region}/`
  return `signet/${stage}/${where}origin-key${originKey === 1 ? '' : `-${originKey}`}`
}

export const edgeMembers = {
  /**
   * Whether CloudFront and a web ACL stand before the APIs, which then take no other requests. `pending` is for the deployment
   * that makes the edge: the APIs are open until it is there. `npm run deploy` decides.
   */
  edge: z.enum(['off', 'pending', 'on']),
  domain: z
    .string()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain, such as signet.example.com')
    .optional(),
  /** Certificate of the domain and of the names below it, in us-east-1. */
  certificate: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]+$/, 'must be the ARN of a certificate in us-east-1')
    .optional(),
  /** Hosted zone of Route 53 in which the domain is: certificate and records are made. */
  hostedZone: z
    .string()
    .regex(/^Z[A-Z0-9]{6,31}$/, 'must be the id of a hosted zone, such as Z0123456789ABCDEFGHIJ')
    .optional(),
  /** Forms of sign-ups that are taken in ten minutes, of all people together. */
  signUpRate: z.coerce.number().int().min(10, 'must be at least 10').max(2_000_000_000),
  /** Which of its keys the edge shows; counted up to replace one. */
  originKey: z.coerce.number().int().min(1).max(999),
  /** Requests that one address may send in five minutes. */
  edgeRate: z.coerce.number().int().min(100, 'must be at least 100').max(2_000_000_000),
}

interface EdgeSettings {
  readonly edge: 'off' | 'pending' | 'on'
  readonly domain?: string | undefined
  readonly certificate?: string | undefined
  readonly hostedZone?: string | undefined
  readonly clientAddressHeader?: string | undefined
  readonly publicUrls: Readonly<Partial<Record<ApiKey, string>>>
}

interface Problem {
  readonly path: string[]
  readonly message: string
}

const OUTPUTS = { platform: 'Url', imageAgents: 'ImageAgentsUrl', gateway: 'GatewayUrl' } as const

export const edgeProblems = (settings: EdgeSettings): Problem[] => {
  const { edge, domain, certificate, hostedZone, clientAddressHeader, publicUrls } = settings
  if (edge === 'off')
    return domain === undefined ? [] : [{ path: ['domain'], message: 'goes with SIGNET_EDGE=on: set both or neither' }]
  const unknown = (['platform', 'imageAgents', 'gateway'] as const).filter((key) => publicUrls[key] === undefined)
  return [
    ...(domain !== undefined && (certificate === undefined) === (hostedZone === undefined)
      ? [{ path: ['domain'], message: 'needs SIGNET_HOSTED_ZONE or SIGNET_CERTIFICATE, one of them' }]
      : []),
    ...(clientAddressHeader === undefined
      ? []
      : [{ path: ['clientAddressHeader'], message: 'must not be set, because the edge tells addresses by itself' }]),
    ...(edge === 'on'
      ? unknown.map((key) => ({
          path: ['publicUrls', key],
          message: `must be the address of the edge, as SIGNET_DOMAIN is not set: ${OUTPUTS[key]} of its stack's outputs. "npm run deploy" finds it`,
        }))
      : []),
  ]
}

/** The addresses of a deployed edge, which `npm run deploy` reads from its outputs. */
export type EdgeUrls = Readonly<Partial<Record<ApiKey, string>>>

/**
 * Where callers reach the APIs: at the addresses that are configured, or else at the edge. Without an edge, and before its
 * address is known, an API that is not configured has none of these.
 */
export const publicUrlsAt = (given: EdgeUrls, edge: string, domain: string | undefined): EdgeUrls => {
  if (edge === 'off') return given
  const platform = given.platform ?? (domain === undefined ? undefined : `https://${domain}`)
  const urlOf = (key: ApiKey): string | undefined => {
    const subdomain = OWN_ADDRESSES[key]
    if (subdomain === undefined)
      return platform === undefined ? undefined : `${platform.replace(/\/$/, '')}${edgePrefix(key)}`
    return domain === undefined ? undefined : `https://${subdomain}.${domain}`
  }
  const derived = APIS.map(({ key }) => [key, given[key] ?? urlOf(key)] as const)
  return Object.fromEntries(derived.filter(([, url]) => url !== undefined))
}
