import type { Service } from '@signet/contracts'
import { type CallOptions, type ClientOptions, callOperation } from './call-operation.ts'
import type { ClientOf } from './client-types.ts'
import { partsOf } from './flat-input.ts'
import type { FlatOperation } from './operation.ts'

export type FlatOperations = Readonly<Record<string, FlatOperation>>

const methodOf = (options: ClientOptions, operation: FlatOperation) => {
  const call = async (operationCalled: FlatOperation, input: object = {}, more?: CallOptions) => {
    const parts = partsOf(operationCalled, input as Readonly<Record<string, unknown>>)
    return (await callOperation(options, operationCalled, parts, more)).body
  }
  const stream = (input?: object, more?: CallOptions) => call({ ...operation, answer: 'raw' }, input, more)
  return Object.assign((input?: object, more?: CallOptions) => call(operation, input, more), { stream })
}

/** Creates a client of a service. Its types follow from the contracts, its operations are data. */
export const createClient = <S extends Pick<Service, 'contracts'>>(
  options: ClientOptions,
  operations: FlatOperations,
): ClientOf<S> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, methodOf(options, operation)]),
  ) as unknown as ClientOf<S>
