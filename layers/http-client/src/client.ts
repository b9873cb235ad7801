import type { Service } from '@signet/contracts'
import { type CallOptions, type ClientOptions, callOperation } from './call-operation.ts'
import type { ClientOf } from './client-types.ts'
import type { FlatOperation } from './operation.ts'
import type { RequestParts } from './request.ts'

type Input = Readonly<Record<string, unknown>>

const pick = (input: Input, names: readonly string[]): Input =>
  Object.fromEntries(names.map((name) => [name, input[name]]))

const partsOf = ({ path, query = [], headers = [], body }: FlatOperation, input: Input): RequestParts => {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const namesElsewhere = new Set([...params, ...query, ...headers])
  const fields = () => Object.fromEntries(Object.entries(input).filter(([name]) => !namesElsewhere.has(name)))
  return {
    params: pick(input, params),
    query: pick(input, query),
    headers: pick(input, headers),
    body: body === 'fields' ? fields() : body === 'raw' ? input.body : undefined,
  }
}

export type FlatOperations = Readonly<Record<string, FlatOperation>>

const methodOf = (options: ClientOptions, operation: FlatOperation) => {
  const call = async (calledOperation: FlatOperation, input: object = {}, more?: CallOptions) => {
    const parts = partsOf(calledOperation, input as Readonly<Record<string, unknown>>)
    return (await callOperation(options, calledOperation, parts, more)).body
  }
  const stream = (input?: object, more?: CallOptions) => call({ ...operation, answer: 'raw' }, input, more)
  return Object.assign((input?: object, more?: CallOptions) => call(operation, input, more), { stream })
}

export const createClient = <S extends Pick<Service, 'contracts'>>(
  options: ClientOptions,
  operations: FlatOperations,
): ClientOf<S> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, methodOf(options, operation)]),
  ) as unknown as ClientOf<S>
