import { type Resource, resourceError } from './resource.ts'

export interface S3PutResponse {
  readonly status: number
  /** Statuses of S3 to which this response applies; undefined: all others. */
  readonly s3Status: RegExp | undefined
  /** Headers of the response: `'literal'` or `context.name`. */
  readonly headers: Readonly<Record<string, string>>
  readonly template: string | undefined
}

/** An integration that stores request bodies in a bucket. */
export interface S3PutIntegration {
  /** Bucket and key, with parameters: `bucket/{folder}/{key}`. */
  readonly path: string
  /** Values of parameters and headers: `path.key`, `header.If-None-Match`. */
  readonly parameters: Readonly<Record<string, string>>
  readonly responses: readonly S3PutResponse[]
  /** Patterns of the objects that the role may store: `arn:aws:s3:::bucket/staging/*`. */
  readonly writableObjects: readonly string[]
}

interface Properties {
  readonly Uri?: string
  readonly IntegrationHttpMethod?: string
  readonly Credentials?: string
  readonly RequestParameters?: Readonly<Record<string, string>>
  readonly IntegrationResponses?: readonly {
    readonly StatusCode: string
    readonly SelectionPattern?: string
    readonly ResponseParameters?: Readonly<Record<string, string>>
    readonly ResponseTemplates?: Readonly<Record<string, string>>
  }[]
}

interface Statement {
  readonly Effect: string
  readonly Action: string | readonly string[]
  readonly Resource: string | readonly string[]
}

interface Document {
  readonly Statement: Statement | readonly Statement[]
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

const policiesOf = (role: Resource, resources: readonly Resource[]): readonly Document[] => {
  const inline = (role.properties.Policies ?? []) as readonly { readonly PolicyDocument: Document }[]
  const attachedPolicies = resources.filter(
    ({ type, properties }) => type === 'AWS::IAM::Policy' && listOf(properties.Roles).includes(role.ref),
  )
  const attached = attachedPolicies.map(({ properties }) => properties.PolicyDocument as Document)
  return [...inline.map(({ PolicyDocument }) => PolicyDocument), ...attached]
}

const writableObjects = (role: Resource, resources: readonly Resource[]): readonly string[] =>
  policiesOf(role, resources)
    .flatMap(({ Statement }) => listOf(Statement))
    .filter(({ Effect, Action }) => Effect === 'Allow' && listOf(Action).includes('s3:PutObject'))
    .flatMap(({ Resource }) => listOf(Resource))

const withPrefixRemoved = (parameters: Readonly<Record<string, string>> = {}, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  )

const responseOf = ({
  StatusCode,
  SelectionPattern,
  ResponseParameters,
  ResponseTemplates,
}: NonNullable<Properties['IntegrationResponses']>[number]): S3PutResponse => ({
  status: Number(StatusCode),
  s3Status: SelectionPattern === undefined ? undefined : new RegExp(`^(?:${SelectionPattern})$`),
  headers: withPrefixRemoved(ResponseParameters, 'method.response.header.'),
  template: ResponseTemplates?.['application/json'],
})

/** Returns the integration of a method that stores bodies in a bucket; undefined for any other method. */
export const readStore = (method: Resource, resources: readonly Resource[]): S3PutIntegration | undefined => {
  const properties = (method.properties.Integration ?? {}) as Properties & { readonly Type?: string }
  const path = properties.Uri?.match(/:s3:path\/(.+)$/)?.[1]
  if (properties.Type !== 'AWS' || path === undefined) return undefined
  if (properties.IntegrationHttpMethod !== 'PUT')
    throw resourceError(method, 'uses S3 for something other than storing a body')
  const role = resources.find(({ type, arn }) => type === 'AWS::IAM::Role' && arn === properties.Credentials)
  return {
    path,
    parameters: withPrefixRemoved(properties.RequestParameters, 'integration.request.'),
    responses: (properties.IntegrationResponses ?? []).map(responseOf),
    writableObjects: role ? writableObjects(role, resources) : [],
  }
}

/** Returns the ARN of a method's authorizer function; undefined for a method without one. */
export const readAuthorizer = (method: Resource, resources: readonly Resource[]): string | undefined => {
  const { AuthorizationType: type, AuthorizerId: id } = method.properties
  if (type === undefined || type === 'NONE') return undefined
  const authorizer = resources.find((each) => each.type === 'AWS::ApiGateway::Authorizer' && each.ref === id)
  const { Type, AuthorizerResultTtlInSeconds: ttl, AuthorizerUri: uri } = authorizer?.properties ?? {}
  const fn = String(uri).match(/functions\/(arn:aws:lambda:[^/]+)\//)?.[1]
  if (type === 'CUSTOM' && Type === 'REQUEST' && ttl === 0 && fn) return fn
  throw resourceError(
    method,
    `has an authorizer of type ${String(type)}; locally only REQUEST authorizers without a cache are supported`,
  )
}
