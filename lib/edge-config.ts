import * as z from 'zod'
import { APIS, type ApiName } from './apis.ts'

/**
 * The region of all resources for CloudFront: web ACLs, certificates, and so the whole stack (CloudFront Developer
 * Guide).
 */
export const EDGE_REGION = 'us-east-1'

/**
 * The APIs with a separate address at the edge, by subdomain: their clients expect metadata at the root of an address
 * (RFC 8414, RFC 9728). The other APIs share the platform's address.
 */
export const OWN_ADDRESSES: Readonly<Partial<Record<ApiName, string>>> = {
  imageAgents: 'image-agents',
  gateway: 'gateway',
}

export const edgePrefix = (key: ApiName): string => (key === 'platform' ? '' : `/_api/${key}`)

/**
 * The paths of the platform at the main address: pages, for which people may type the host without https, and paths of
 * programs, which refuse plain HTTP. All other paths belong to the console (docs/edge.md).
 */
export const PLATFORM_PATHS = {
  pages: ['/login', '/consent', '/dashboard*', '/verify/*', '/log/*', '/trust/*', '/.well-known/*'],
  programs: ['/api/*', '/v1/*', '/_api/*'],
} as const

/** Prefix of pages with customers' content, which never receive the session cookie. */
export const WITHOUT_COOKIES = '/trust/'

/** Returns the suffix of names that belong to one origin key. The first key has none. */
export const keySuffix = (generation: number): string => (generation === 1 ? '' : `${generation}`)

interface OriginKeySettings {
  readonly stage: string
  readonly originKey: number
  readonly region?: string | undefined
}

/**
 * Returns the name of the secret with which the edge authenticates. Its replica in the edge's region has the same name.
 * It contains the stage's region, because stages of the same name in other regions also have a replica there.
 */
export const originKeyName = ({ stage, originKey, region }: OriginKeySettings): string => {
  const regionPart = region === undefined ? '' : `${region}/`
  return `signet/${stage}/${regionPart}origin-key${originKey === 1 ? '' : `-${originKey}`}`
}

export const edgeMembers = {
  /**
   * State of the edge, CloudFront with a web ACL. `on`: the APIs accept only its requests. `pending` is for the
   * deployment that creates it: the APIs accept all requests until it exists. `npm run deploy` sets it.
   */
  edge: z.enum(['off', 'pending', 'on']),
  domain: z
    .string()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain, such as signet.example.com')
    .optional(),
  /** Certificate of the domain and its subdomains, in us-east-1. */
  certificate: z
    .string()
    .regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]+$/, 'must be the ARN of a certificate in us-east-1')
    .optional(),
  /** Hosted zone of the domain in Route 53, in which certificate and records are created. */
  hostedZone: z
    .string()
    .regex(/^Z[A-Z0-9]{6,31}$/, 'must be the ID of a hosted zone, such as Z0123456789ABCDEFGHIJ')
    .optional(),
  /** Sign-up forms accepted per ten minutes, for all addresses together. */
  signUpRate: z.coerce.number().int().min(10, 'must be at least 10').max(2_000_000_000),
  /** Number of the key with which the edge authenticates; an increment replaces the key. */
  originKey: z.coerce.number().int().min(1).max(999),
  /** Requests accepted per address and five minutes. */
  edgeRate: z.coerce.number().int().min(100, 'must be at least 100').max(2_000_000_000),
}

interface EdgeSettings {
  readonly edge: 'off' | 'pending' | 'on'
  readonly domain?: string | undefined
  readonly certificate?: string | undefined
  readonly hostedZone?: string | undefined
  readonly clientAddressHeader?: string | undefined
  readonly publicUrls: Readonly<Partial<Record<ApiName, string>>>
}

interface Problem {
  readonly path: string[]
  readonly message: string
}

const URL_OUTPUTS = { platform: 'Url', imageAgents: 'ImageAgentsUrl', gateway: 'GatewayUrl' } as const

export const edgeProblems = (settings: EdgeSettings): Problem[] => {
  const { edge, domain, certificate, hostedZone, clientAddressHeader, publicUrls } = settings
  if (edge === 'off')
    return domain === undefined ? [] : [{ path: ['domain'], message: 'requires SIGNET_EDGE=on: set both or neither' }]
  const missingUrls = (['platform', 'imageAgents', 'gateway'] as const).filter((key) => publicUrls[key] === undefined)
  return [
    ...(domain !== undefined && (certificate === undefined) === (hostedZone === undefined)
      ? [{ path: ['domain'], message: 'requires either SIGNET_HOSTED_ZONE or SIGNET_CERTIFICATE' }]
      : []),
    ...(clientAddressHeader === undefined
      ? []
      : [
          {
            path: ['clientAddressHeader'],
            message: "must not be set, because the edge sends the caller's address itself",
          },
        ]),
    ...(edge === 'on'
      ? missingUrls.map((key) => ({
          path: ['publicUrls', key],
          message: `must be the address of the edge, because SIGNET_DOMAIN is not set: ${URL_OUTPUTS[key]} in the outputs of its stack. "npm run deploy" sets it`,
        }))
      : []),
  ]
}

/** Public addresses of APIs: configured, or read by `npm run deploy` from the outputs of a deployed edge. */
export type EdgeUrls = Readonly<Partial<Record<ApiName, string>>>

/**
 * Returns the public addresses of the APIs: the configured ones, or else those at the edge. Omits APIs without a
 * configured address if the edge is off or its address is unknown.
 */
export const publicUrlsAt = (configured: EdgeUrls, edge: string, domain: string | undefined): EdgeUrls => {
  if (edge === 'off') return configured
  const platform = configured.platform ?? (domain === undefined ? undefined : `https://${domain}`)
  const urlOf = (key: ApiName): string | undefined => {
    const subdomain = OWN_ADDRESSES[key]
    if (subdomain === undefined)
      return platform === undefined ? undefined : `${platform.replace(/\/$/, '')}${edgePrefix(key)}`
    return domain === undefined ? undefined : `https://${subdomain}.${domain}`
  }
  const derived = APIS.map(({ key }) => [key, configured[key] ?? urlOf(key)] as const)
  return Object.fromEntries(derived.filter(([, url]) => url !== undefined))
}
