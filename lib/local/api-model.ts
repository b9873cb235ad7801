import { APIS, type ApiName } from '../apis.ts'
import { functionArn, type Resource, resourceError, templateError } from './resource.ts'
import { readAuthorizer, readStore, type S3PutIntegration } from './store-model.ts'

export const apiKeys: readonly ApiName[] = APIS.map(({ key }) => key)
export type { ApiName }

export interface LocalRoute {
  /** As in the template: GET, …, ANY. */
  readonly method: string
  /** `/v2/items/{id}`, `/files/{proxy+}`; becomes event.resource. */
  readonly resource: string
  readonly timeoutMs: number
  readonly stream: boolean
  readonly functionArn?: string | undefined
  readonly mock?: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined
  readonly store?: S3PutIntegration | undefined
  readonly authorizerArn?: string | undefined
  /** True if a Lambda::Permission lets API Gateway invoke the function; without one, AWS returns 500. */
  readonly permitted: boolean
  readonly keyRequired?: boolean | undefined
}

export interface GatewayResponseSpec {
  readonly status: number | undefined
  /** Values as in the template: 'literal', method.request.header.X or context.x. */
  readonly headers: Readonly<Record<string, string>>
  readonly template: string | undefined
}

export interface LocalApi {
  readonly key: ApiName
  readonly id: string
  readonly stage: string
  readonly account: string
  /** A REST API, or the URL of one function (payload format 2.0, headers unchanged). */
  readonly kind: 'rest' | 'url'
  readonly routes: readonly LocalRoute[]
  readonly responses: Readonly<Record<string, GatewayResponseSpec>>
  readonly binaryMediaTypes: readonly string[]
}

export const functionsOfApi = ({ routes }: LocalApi): readonly string[] =>
  routes.flatMap(({ functionArn, authorizerArn }) => functionArn ?? authorizerArn ?? [])

interface Integration {
  readonly Type?: string
  readonly Uri?: string
  readonly TimeoutInMillis?: number
  readonly ResponseTransferMode?: string
  readonly IntegrationResponses?: readonly { StatusCode: string; ResponseParameters?: Record<string, string> }[]
}

const unquoted = (text: string): string => text.replace(/^'(.*)'$/s, '$1')

const headersOf = (parameters: Record<string, string> = {}, prefix: string): [string, string][] =>
  Object.entries(parameters)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value])

/** Returns the full path of each ApiGateway::Resource of an API, by its Ref. */
const pathsOf = (resources: readonly Resource[], api: Resource): Map<string, string> => {
  const apiResources = resources.filter(
    (r) => r.type === 'AWS::ApiGateway::Resource' && r.properties.RestApiId === api.ref,
  )
  const byRef = new Map(apiResources.map((resource) => [resource.ref, resource]))
  const pathOf = ({ properties }: Resource): string => {
    const parent = byRef.get(String(properties.ParentId))
    return `${parent ? pathOf(parent) : ''}/${String(properties.PathPart)}`
  }
  return new Map([
    [`${api.ref}-root`, '/'],
    ...apiResources.map((resource) => [resource.ref, pathOf(resource)] as const),
  ])
}

const unqualified = (arn: string): string => arn.split(':').slice(0, 7).join(':')

const readRoute = (
  method: Resource,
  resource: string,
  {
    invokableArns,
    resources,
  }: { readonly invokableArns: ReadonlySet<string>; readonly resources: readonly Resource[] },
): LocalRoute => {
  const integration = (method.properties.Integration ?? {}) as Integration
  const stream = integration.ResponseTransferMode === 'STREAM'
  const common = {
    method: String(method.properties.HttpMethod),
    resource,
    stream,
    timeoutMs: integration.TimeoutInMillis ?? 29_000,
    keyRequired: method.properties.ApiKeyRequired === true,
  }
  if (integration.Type === 'MOCK') {
    const [response] = integration.IntegrationResponses ?? []
    const headers = headersOf(response?.ResponseParameters, 'method.response.header.').map(([k, v]) => [k, unquoted(v)])
    const mock = {
      status: Number(response?.StatusCode ?? 200),
      headers: Object.fromEntries(headers) as Record<string, string>,
    }
    return { ...common, mock, permitted: true }
  }
  const authorizer = readAuthorizer(method, resources)
  const store = readStore(method, resources)
  if (store) return { ...common, store, authorizerArn: authorizer && unqualified(authorizer), permitted: true }
  const invokedArn = integration.Uri?.match(/functions\/(arn:aws:lambda:[^/]+)\//)?.[1]
  if (integration.Type !== 'AWS_PROXY' || !invokedArn) {
    throw templateError(
      method.stack,
      `${common.method} ${resource} has an integration of type ${integration.Type}; locally only AWS_PROXY, MOCK and the storage of bodies in S3 are supported`,
    )
  }
  if (authorizer !== undefined)
    throw templateError(
      method.stack,
      `${common.method} ${resource} has an authorizer; locally authorizers are supported only before S3 stores a body`,
    )
  // The permission is for the invoked version or alias; locally the function itself runs.
  return { ...common, functionArn: unqualified(invokedArn), permitted: invokableArns.has(invokedArn) }
}

const keyOf = (resource: Resource): ApiName => {
  const metadataKey = resource.metadata['signet:api']
  const key = apiKeys.find((candidate) => candidate === metadataKey)
  if (key) return key
  throw resourceError(
    resource,
    `requires the metadata signet:api, one of ${apiKeys.join(', ')} (it has ${String(metadataKey)})`,
  )
}

const restApi = (api: Resource, resources: readonly Resource[], invokableArns: ReadonlySet<string>): LocalApi => {
  const paths = pathsOf(resources, api)
  const apiResources = resources.filter(({ properties }) => properties.RestApiId === api.ref)
  const routes = apiResources
    .filter(({ type }) => type === 'AWS::ApiGateway::Method')
    .map((method) =>
      readRoute(method, paths.get(String(method.properties.ResourceId)) ?? '/', { invokableArns, resources }),
    )
  const responses = apiResources
    .filter(({ type }) => type === 'AWS::ApiGateway::GatewayResponse')
    .map(({ properties }) => {
      const status = properties.StatusCode
      const templates = properties.ResponseTemplates as Record<string, string> | undefined
      const spec: GatewayResponseSpec = {
        status: status === undefined ? undefined : Number(status),
        headers: Object.fromEntries(
          headersOf(properties.ResponseParameters as Record<string, string>, 'gatewayresponse.header.'),
        ),
        template: templates?.['application/json'],
      }
      return [String(properties.ResponseType), spec] as const
    })
  const stage = apiResources.find(({ type }) => type === 'AWS::ApiGateway::Stage')
  return {
    key: keyOf(api),
    id: api.ref,
    stage: stage?.ref ?? 'prod',
    account: api.stack.account,
    kind: 'rest',
    routes,
    responses: Object.fromEntries(responses),
    binaryMediaTypes: (api.properties.BinaryMediaTypes as string[] | undefined) ?? [],
  }
}

const functionUrl = (url: Resource): LocalApi => {
  const target = functionArn(url.stack, url.properties.TargetFunctionArn)
  const stream = url.properties.InvokeMode === 'RESPONSE_STREAM'
  return {
    key: keyOf(url),
    id: url.name.toLowerCase(),
    stage: '$default',
    account: url.stack.account,
    kind: 'url',
    routes: [{ method: 'ANY', resource: '$default', stream, functionArn: target, timeoutMs: 900_000, permitted: true }],
    responses: {},
    binaryMediaTypes: [],
  }
}

/** Returns every REST API of the stacks with its routes, and every function URL with `signet:api`. */
export const readApis = (resources: readonly Resource[]): LocalApi[] => {
  const permissions = resources.filter(({ type }) => type === 'AWS::Lambda::Permission')
  const invokableArns = new Set(
    permissions
      .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com')
      .map(({ stack, properties }) => functionArn(stack, properties.FunctionName)),
  )
  const rest = resources.filter(({ type }) => type === 'AWS::ApiGateway::RestApi')
  const urls = resources.filter(({ type }) => type === 'AWS::Lambda::Url')
  return [...rest.map((api) => restApi(api, resources, invokableArns)), ...urls.map(functionUrl)]
}
