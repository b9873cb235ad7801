import type { Service } from '@signet/contracts'
import { camelCase } from '@signet/contracts/names'
import { operationOf } from '../src/operations-of.ts'
import type { OperationTable, SiblingTable } from './operation.ts'

const tableOf = (contract: Service['contracts'][number]): OperationTable => {
  if ('endpoints' in contract) {
    return Object.fromEntries(contract.endpoints.map((endpoint) => [endpoint.name, operationOf(endpoint)]))
  }
  const { name, ops } = contract
  const operations = Object.entries(ops).map(([operation, endpoint]) => [operation, operationOf(endpoint)])
  return operations.length === 0 ? {} : { [camelCase(name)]: Object.fromEntries(operations) }
}

export const operationsOf = ({ name, contracts }: Service): SiblingTable => ({
  service: name,
  operations: Object.assign({}, ...contracts.map(tableOf)) as OperationTable,
})
