import type { ApiKey, LocalApi } from './api-model.ts'
import type { Resource } from './resource.ts'
import { templateError } from './template-error.ts'

/** An address of the edge: a distribution of CloudFront, as its template has it. */
export interface LocalFront {
  /** The API that answers what no other path has; the front is served on its port. */
  readonly key: ApiKey
  /** Path patterns in their order, each with its API. */
  readonly behaviours: readonly { readonly pattern: string; readonly key: ApiKey }[]
  /** The text of the CloudFront Function that each request passes. */
  readonly viewerRequest: string
  /** The headers that it adds, as the template has them: a secret's value is a reference. */
  readonly headers: Readonly<Record<string, string>>
}

interface Behaviour {
  readonly PathPattern?: string
  readonly TargetOriginId: string
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: string }[]
}

interface Origin {
  readonly Id: string
  readonly DomainName: string
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[]
}

interface DistributionConfig {
  readonly Origins: readonly Origin[]
  readonly DefaultCacheBehavior: Behaviour
  readonly CacheBehaviors?: readonly Behaviour[]
}

const codeOf = (
  distribution: Resource,
  { FunctionAssociations = [] }: Behaviour,
  functions: readonly Resource[],
): string => {
  const [association, ...more] = FunctionAssociations
  const edgeFunction = functions.find(({ arn }) => arn === association?.FunctionARN)
  if (association?.EventType === 'viewer-request' && more.length === 0 && edgeFunction)
    return String(edgeFunction.properties.FunctionCode)
  throw templateError(
    distribution.stack,
    `${distribution.logicalId}: each behaviour needs one function, for viewer requests`,
  )
}

const readFront = (distribution: Resource, functions: readonly Resource[], apis: readonly LocalApi[]): LocalFront => {
  const config = distribution.properties.DistributionConfig as DistributionConfig
  const originOf = ({ TargetOriginId }: Behaviour): Origin => {
    const origin = config.Origins.find(({ Id }) => Id === TargetOriginId)
    if (origin) return origin
    throw templateError(distribution.stack, `${distribution.logicalId} has no origin ${TargetOriginId}`)
  }
  const keyOf = (behaviour: Behaviour): ApiKey => {
    const { DomainName } = originOf(behaviour)
    const api = apis.find(({ id }) => DomainName.startsWith(`${id}.`))
    if (api) return api.key
    throw templateError(distribution.stack, `${distribution.logicalId}: no API has the address ${DomainName}`)
  }
  const { DefaultCacheBehavior, CacheBehaviors = [] } = config
  const codes = new Set([DefaultCacheBehavior, ...CacheBehaviors].map((each) => codeOf(distribution, each, functions)))
  const [viewerRequest, ...others] = codes
  if (viewerRequest === undefined || others.length > 0) {
    throw templateError(distribution.stack, `${distribution.logicalId}: its behaviours have different functions`)
  }
  const { OriginCustomHeaders = [] } = originOf(DefaultCacheBehavior)
  return {
    key: keyOf(DefaultCacheBehavior),
    behaviours: CacheBehaviors.map((each) => ({ pattern: each.PathPattern ?? '*', key: keyOf(each) })),
    viewerRequest,
    headers: Object.fromEntries(OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue])),
  }
}

/** Every distribution of the templates. @throws TemplateError for one that is not a front of our APIs */
export const readFronts = (resources: readonly Resource[], apis: readonly LocalApi[]): LocalFront[] => {
  const functions = resources.filter(({ type }) => type === 'AWS::CloudFront::Function')
  return resources
    .filter(({ type }) => type === 'AWS::CloudFront::Distribution')
    .map((distribution) => readFront(distribution, functions, apis))
}
