import type { Endpoint, Service } from '@signet/contracts'
import type { FlatOperations } from './client.ts'
import type { FlatOperation, Operation } from './operation.ts'

const MEDIA_TYPES = { json: 'application/json', bytes: 'application/octet-stream', text: 'text/plain' } as const

const mediaTypeOf = ({ request }: Endpoint): string | undefined => {
  const { body, bodyType, mediaTypes = [] } = request
  if (body === undefined && bodyType === undefined) return undefined
  const [mediaType = MEDIA_TYPES[bodyType ?? 'json'], ...others] = mediaTypes
  return others.length > 0 ? undefined : mediaType
}

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType)

const answersRaw = ({ responses }: Endpoint): boolean =>
  Object.values(responses).some(({ schema, stream, mediaTypes }) =>
    schema === undefined ? stream === true || mediaTypes !== undefined : mediaTypes?.some(isJson) === false,
  )

const otherStatusesOf = ({ responses }: Endpoint): number[] =>
  Object.keys(responses)
    .map(Number)
    .filter((status) => status < 200 || status > 299)

export const operationOf = (endpoint: Endpoint): Operation => {
  const { name, method, pathTemplate: path, idempotent, request } = endpoint
  const mediaType = mediaTypeOf(endpoint)
  const otherStatuses = otherStatusesOf(endpoint)
  return {
    name,
    method,
    path,
    answer: answersRaw(endpoint) ? 'raw' : 'json',
    ...(mediaType === undefined ? {} : { mediaType }),
    repeatable: idempotent || method === 'GET',
    keyed: idempotent && Object.hasOwn(request.headers?.shape ?? {}, 'idempotency-key'),
    ...(otherStatuses.length === 0 ? {} : { otherStatuses }),
  }
}

const refuseDuplicateNames = (operation: string, names: readonly string[]): void => {
  const twin = names.find((name, at) => names.indexOf(name) !== at)
  if (twin === undefined) return
  throw new Error(
    `${operation} has "${twin}" in two parts of its request. Rename one, so that a flat input can contain both`,
  )
}

const flatOperationOf = (endpoint: Endpoint): FlatOperation => {
  const { name, params, request } = endpoint
  const query = Object.keys(request.query?.shape ?? {})
  const headers = Object.keys(request.headers?.shape ?? {})
  const body = request.body === undefined ? undefined : (request.body as { readonly shape?: object }).shape
  refuseDuplicateNames(name, [...params, ...query, ...headers, ...Object.keys(body ?? {})])
  const isRaw = request.body === undefined && request.bodyType !== undefined
  return {
    ...operationOf(endpoint),
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(request.body === undefined ? {} : { body: 'fields' as const }),
    ...(isRaw ? { body: 'raw' as const } : {}),
  }
}

export const flatOperationsOf = ({ name: service, contracts }: Pick<Service, 'name' | 'contracts'>): FlatOperations => {
  const entries = contracts.flatMap((contract) =>
    'endpoints' in contract
      ? contract.endpoints.map((endpoint) => [endpoint.name, endpoint] as const)
      : Object.entries(contract.ops),
  )
  const names = entries.map(([name]) => name)
  const twin = names.find((name, at) => names.indexOf(name) !== at)
  if (twin !== undefined) throw new Error(`${service} has two operations named "${twin}". Rename one`)
  return Object.fromEntries(entries.map(([name, endpoint]) => [name, flatOperationOf(endpoint)]))
}
