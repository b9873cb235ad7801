import type { Resource } from './resource.ts'

export type ResponseHeaders = readonly (readonly [string, string])[]

interface PolicyConfig {
  readonly SecurityHeadersConfig?: {
    readonly ContentSecurityPolicy?: { readonly ContentSecurityPolicy: string }
    readonly ContentTypeOptions?: object
    readonly FrameOptions?: { readonly FrameOption: string }
    readonly ReferrerPolicy?: { readonly ReferrerPolicy: string }
    readonly StrictTransportSecurity?: {
      readonly AccessControlMaxAgeSec: number
      readonly IncludeSubdomains?: boolean
      readonly Preload?: boolean
    }
  }
  readonly CustomHeadersConfig?: {
    readonly Items: readonly { readonly Header: string; readonly Value: string }[]
  }
}

const transportSecurity = ({
  AccessControlMaxAgeSec,
  IncludeSubdomains,
  Preload,
}: NonNullable<NonNullable<PolicyConfig['SecurityHeadersConfig']>['StrictTransportSecurity']>): string =>
  [
    `max-age=${AccessControlMaxAgeSec}`,
    ...(IncludeSubdomains ? ['includeSubDomains'] : []),
    ...(Preload ? ['preload'] : []),
  ].join('; ')

/** Returns the headers of a response headers policy as HTTP headers; none without a policy. */
export const headersOf = (id: string | undefined, resources: readonly Resource[]): ResponseHeaders => {
  const policy = resources.find(({ type, ref }) => type === 'AWS::CloudFront::ResponseHeadersPolicy' && ref === id)
  const { SecurityHeadersConfig: security = {}, CustomHeadersConfig: custom } = (policy?.properties
    .ResponseHeadersPolicyConfig ?? {}) as PolicyConfig
  const candidates: readonly (readonly [string, string | undefined])[] = [
    ['Content-Security-Policy', security.ContentSecurityPolicy?.ContentSecurityPolicy],
    ['X-Content-Type-Options', security.ContentTypeOptions && 'nosniff'],
    ['X-Frame-Options', security.FrameOptions?.FrameOption],
    ['Referrer-Policy', security.ReferrerPolicy?.ReferrerPolicy],
    [
      'Strict-Transport-Security',
      security.StrictTransportSecurity && transportSecurity(security.StrictTransportSecurity),
    ],
  ]
  return [
    ...candidates.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...(custom?.Items ?? []).map(({ Header, Value }) => [Header, Value] as const),
  ]
}
