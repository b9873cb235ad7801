import type { Contract } from '../contract.ts'
import { type ContractProblem, refuseProblems } from '../contract-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointSet, Service } from '../service.ts'
import type { ContractIR } from './contract-ir.ts'
import { irOf } from './contract-to-ir.ts'
import { endpointsIR } from './endpoint-ir.ts'
import { type RouteRow, sortedRoutes } from './route-table.ts'

const isSet = (contract: Contract | EndpointSet): contract is EndpointSet => 'endpoints' in contract

const endpointsOf = (contract: Contract | EndpointSet): readonly Endpoint[] =>
  isSet(contract) ? contract.endpoints : Object.values(contract.operations).flatMap(({ endpoint }) => endpoint ?? [])

const serviceProblems = ({ contracts, scopes, tags, rows, keyPrefix }: Service): ContractProblem[] => {
  const names = contracts.map(({ name }) => name)
  const duplicateNames = names.filter((name, index) => names.indexOf(name) !== index)
  const operations = contracts.flatMap((contract) => endpointsOf(contract))
  return [
    ...duplicateNames.map((name) => ({ at: 'contracts', problem: `two have the name "${name}"; rename one` })),
    ...operations.flatMap(({ name, authority }) => {
      const scope = /^scope:(.*)$/.exec(authority)?.[1]
      if (scope === undefined || scope in scopes) return []
      return [{ at: `contracts.${name}`, problem: `requires the scope ${scope}; describe it in the service's scopes` }]
    }),
    ...operations
      .filter(({ authority }) => keyPrefix !== undefined && authority === 'authenticated')
      .map(({ name }) => ({
        at: `contracts.${name}`,
        problem: `accepts every key that begins with ${keyPrefix}; require a scope: authority scope:<name>`,
      })),
    ...operations.flatMap(({ name, tags: operationTags }) =>
      operationTags
        .filter((tag) => !(tag in tags))
        .map((tag) => ({ at: `contracts.${name}`, problem: `has the tag ${tag}; describe it in the service's tags` })),
    ),
    ...rows
      .filter(({ prefix, keyTemplates }) => !keyTemplates.pk.startsWith(prefix))
      .map(({ name, prefix, keyTemplates }) => ({
        at: `rows.${name}`,
        problem: `has the prefix ${prefix} and the key ${keyTemplates.pk}; let the key begin with the prefix`,
      })),
  ]
}

const irCache = new WeakMap<Service, readonly ContractIR[]>()

/**
 * Returns every contract of a service as plain JSON, built on first use and cached.
 * @throws ContractError for a name that occurs twice, and for a scope or tag that the service does not describe
 */
export const serviceIR = (service: Service): readonly ContractIR[] => {
  const cached = irCache.get(service)
  if (cached) return cached
  refuseProblems(service.name, serviceProblems(service))
  const irs = service.contracts.map((contract) =>
    isSet(contract) ? endpointsIR(contract.endpoints, contract) : irOf(contract),
  )
  irCache.set(service, irs)
  return irs
}

/**
 * Returns the routes of a service, or of some of its contracts by name. Unlike `serviceIR`, it builds no schemas.
 * @throws TypeError if two operations have the same route or name, or if a contract does not exist
 */
export const serviceRoutes = (service: Service, names?: readonly string[]): RouteRow[] => {
  const contractNames = service.contracts.map(({ name }) => name)
  const unknownName = names?.find((name) => !contractNames.includes(name))
  if (unknownName !== undefined) {
    throw new TypeError(
      `${service.name} has no contract "${unknownName}"; its contracts are ${contractNames.join(', ')}`,
    )
  }
  const rows = service.contracts
    .filter(({ name }) => names === undefined || names.includes(name))
    .flatMap((contract) =>
      endpointsOf(contract).map(({ name, method, path, pathTemplate, authority, stream }) => ({
        method,
        path,
        pathTemplate,
        authority,
        stream,
        operationId: name,
        contract: contract.name,
      })),
    )
  return sortedRoutes(rows)
}
