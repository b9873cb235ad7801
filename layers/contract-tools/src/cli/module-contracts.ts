import type { Contract, Endpoint } from '@signet/contracts'
import { type ContractIR, type EndpointGroup, endpointsIR, irOf } from '@signet/contracts/ir'
import { camelCase } from '@signet/contracts/names'

type UnknownRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasAll = (value: UnknownRecord, names: readonly string[]): boolean => names.every((name) => name in value)

export const isContractIR = (value: unknown): value is ContractIR =>
  isRecord(value) &&
  'ir' in value &&
  (value.kind === 'entity' || value.kind === 'endpoints') &&
  Array.isArray(value.operations)

const isContract = (value: unknown): value is Contract =>
  isRecord(value) && hasAll(value, ['name', 'version', 'schema', 'operations', 'ops', 'events', 'invariants'])

const isEndpoint = (value: unknown): value is Endpoint =>
  isRecord(value) && hasAll(value, ['name', 'method', 'pathTemplate', 'segments', 'request', 'responses', 'authority'])

/** Returns name and version of a group of endpoints: those of the export `group`, or of the file. */
const groupOf = (exports: UnknownRecord, fallback: string): EndpointGroup => {
  const { group } = exports
  return isRecord(group) && typeof group.name === 'string' ? (group as unknown as EndpointGroup) : { name: fallback }
}

export interface ExportedContract {
  readonly ir: ContractIR
  /** Present if generated handlers can import the definition from the module. */
  readonly definition?: { readonly exportName?: string }
  /** Predicates across fields, which an IR cannot carry. */
  readonly invariants?: Contract['invariants']
}

const entityOf = (contract: Contract, exportName: string | undefined): ExportedContract => ({
  ir: irOf(contract),
  ...(exportName !== undefined && { definition: { exportName } }),
  invariants: contract.invariants,
})

/** Generated handlers import the endpoints of a group one by one, under the camelCase names of their operations. */
const groupedEndpoints = (
  exports: UnknownRecord,
  endpoints: readonly Endpoint[],
  fileName: string,
): ExportedContract => {
  const isImportable = endpoints.every((endpoint) => exports[camelCase(endpoint.name)] === endpoint)
  return { ir: endpointsIR(endpoints, groupOf(exports, fileName)), ...(isImportable && { definition: {} }) }
}

/**
 * Returns the contracts among the exports of a module: values of `defineContract`, IRs, arrays of either, and its
 * endpoints. The endpoints form one group, named by the export `group` or after the file.
 * Skips contracts in `collected` and adds the returned ones to it, because an index module only re-exports contracts.
 */
export const moduleContracts = (
  exports: UnknownRecord,
  fileName: string,
  collected: Set<unknown>,
): readonly ExportedContract[] => {
  const contracts: ExportedContract[] = []
  const endpoints: Endpoint[] = []
  const collect = (value: unknown, exportName?: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) collect(item)
      return
    }
    if (collected.has(value)) return
    if (isEndpoint(value)) endpoints.push(value)
    else if (isContractIR(value)) contracts.push({ ir: value })
    else if (isContract(value)) contracts.push(entityOf(value, exportName))
    else return
    collected.add(value)
  }
  for (const [name, value] of Object.entries(exports)) collect(value, name)
  return endpoints.length === 0 ? contracts : [...contracts, groupedEndpoints(exports, endpoints, fileName)]
}
