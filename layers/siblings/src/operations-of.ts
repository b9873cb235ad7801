import type { Endpoint, Service } from '@signet/contracts'
import { camelCase } from '@signet/contracts/names'
import type { Operation, OperationTable, SiblingTable } from './operation.ts'

const MEDIA_TYPES = { json: 'application/json', bytes: 'application/octet-stream', text: 'text/plain' } as const

const mediaTypeOf = ({ request }: Endpoint): string | undefined => {
  const { body, bodyType, mediaTypes } = request
  if (body === undefined && bodyType === undefined) return undefined
  return mediaTypes?.[0] ?? MEDIA_TYPES[bodyType ?? 'json']
}

const answersRaw = ({ responses }: Endpoint): boolean =>
  Object.values(responses).some(
    ({ schema, stream, mediaTypes }) => schema === undefined && (stream === true || mediaTypes !== undefined),
  )

const operationOf = (endpoint: Endpoint): Operation => {
  const { name, method, pathTemplate: path, idempotent, request } = endpoint
  const mediaType = mediaTypeOf(endpoint)
  return {
    name,
    method,
    path,
    answer: answersRaw(endpoint) ? 'raw' : 'json',
    ...(mediaType === undefined ? {} : { mediaType }),
    repeatable: idempotent || method === 'GET',
    keyed: idempotent && Object.hasOwn(request.headers?.shape ?? {}, 'idempotency-key'),
  }
}

const tableOf = (contract: Service['contracts'][number]): OperationTable => {
  if ('endpoints' in contract) {
    return Object.fromEntries(contract.endpoints.map((endpoint) => [endpoint.name, operationOf(endpoint)]))
  }
  const { name, ops } = contract
  const operations = Object.entries(ops).map(([operation, endpoint]) => [operation, operationOf(endpoint)])
  return operations.length === 0 ? {} : { [camelCase(name)]: Object.fromEntries(operations) }
}

/** The operations of a service for those who ask it. The bundler and tests make them; a function carries the result. */
export const operationsOf = ({ name, contracts }: Service): SiblingTable => ({
  service: name,
  operations: Object.assign({}, ...contracts.map(tableOf)) as OperationTable,
})
