import { type ApiName, apiKeys, type LocalApi } from './api-model.ts'
import { type LocalFiles, readFiles } from './files-model.ts'
import { headersOf, type ResponseHeaders } from './headers-model.ts'
import { type Resource, resourceError, templateError } from './resource.ts'

export type FrontTarget =
  | { readonly key: ApiName }
  | {
      readonly files: LocalFiles
      readonly responseHeaders: ResponseHeaders
      /** Permitted methods. APIs receive all methods and reject unsupported ones themselves. */
      readonly methods: readonly string[]
    }

export type FrontBehavior = FrontTarget & {
  readonly pattern: string
  readonly viewerRequest?: string | undefined
}

export interface LocalFront {
  readonly key: ApiName
  /** In the order in which their patterns are tried; the last one matches every path. */
  readonly behaviors: readonly FrontBehavior[]
  /** Headers that the origin adds for APIs, as in the template: a secret's value is a reference. */
  readonly headers: Readonly<Record<string, string>>
}

interface Behavior {
  readonly PathPattern?: string
  readonly TargetOriginId: string
  readonly AllowedMethods?: readonly string[]
  readonly ResponseHeadersPolicyId?: string
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: string }[]
}

interface Origin {
  readonly Id: string
  readonly DomainName: string
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[]
}

interface DistributionConfig {
  readonly Origins: readonly Origin[]
  readonly DefaultCacheBehavior: Behavior
  readonly CacheBehaviors?: readonly Behavior[]
}

const viewerRequestCode = (
  distribution: Resource,
  { FunctionAssociations = [] }: Behavior,
  resources: readonly Resource[],
): string | undefined => {
  const [association, ...others] = FunctionAssociations
  if (association === undefined) return undefined
  const edgeFunction = resources.find(
    ({ type, arn }) => type === 'AWS::CloudFront::Function' && arn === association.FunctionARN,
  )
  if (association.EventType === 'viewer-request' && others.length === 0 && edgeFunction)
    return String(edgeFunction.properties.FunctionCode)
  throw templateError(
    distribution.stack,
    `${distribution.logicalId}: a behavior supports at most one function, for viewer requests`,
  )
}

interface ModelContext {
  readonly resources: readonly Resource[]
  readonly apis: readonly LocalApi[]
}

const targetOf = (
  distribution: Resource,
  { DomainName }: Origin,
  { ResponseHeadersPolicyId, AllowedMethods: methods = ['GET', 'HEAD'] }: Behavior,
  { resources, apis }: ModelContext,
): FrontTarget => {
  const api = apis.find(({ id }) => DomainName.startsWith(`${id}.`))
  if (api) return { key: api.key }
  const bucket = resources.find(({ type, name }) => type === 'AWS::S3::Bucket' && DomainName.startsWith(`${name}.s3.`))
  if (bucket) {
    const responseHeaders = headersOf(ResponseHeadersPolicyId, resources)
    return { files: readFiles(bucket, resources), responseHeaders, methods }
  }
  throw templateError(
    distribution.stack,
    `${distribution.logicalId}: no API and no bucket has the address ${DomainName}`,
  )
}

const keyOf = (distribution: Resource): ApiName => {
  const key = apiKeys.find((candidate) => candidate === distribution.metadata['signet:api'])
  if (key) return key
  throw resourceError(distribution, `requires the metadata signet:api, one of ${apiKeys.join(', ')}`)
}

const readFront = (distribution: Resource, context: ModelContext): LocalFront => {
  const {
    Origins,
    DefaultCacheBehavior,
    CacheBehaviors = [],
  } = distribution.properties.DistributionConfig as DistributionConfig
  const originOf = ({ TargetOriginId }: Behavior): Origin => {
    const origin = Origins.find(({ Id }) => Id === TargetOriginId)
    if (origin) return origin
    throw resourceError(distribution, `has no origin ${TargetOriginId}`)
  }
  const behaviors = [...CacheBehaviors, { ...DefaultCacheBehavior, PathPattern: '*' }].map(
    (each): FrontBehavior => ({
      ...targetOf(distribution, originOf(each), each, context),
      pattern: each.PathPattern ?? '*',
      viewerRequest: viewerRequestCode(distribution, each, context.resources),
    }),
  )
  const originHeaders = Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders)
  return {
    key: keyOf(distribution),
    behaviors,
    headers: Object.fromEntries(originHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue])),
  }
}

/**
 * Reads every distribution of the templates. @throws TemplateError for one that is not a front of the platform's APIs
 */
export const readFronts = (resources: readonly Resource[], apis: readonly LocalApi[]): LocalFront[] =>
  resources
    .filter(({ type }) => type === 'AWS::CloudFront::Distribution')
    .map((distribution) => readFront(distribution, { resources, apis }))
