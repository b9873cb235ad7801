import type { FlatOperation } from './operation.ts'
import type { RequestParts } from './request.ts'

type Input = Readonly<Record<string, unknown>>

const pick = (input: Input, names: readonly string[]): Input =>
  Object.fromEntries(names.map((name) => [name, input[name]]))

export const partsOf = ({ path, query = [], headers = [], body }: FlatOperation, input: Input): RequestParts => {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const elsewhere = new Set([...params, ...query, ...headers])
  const fields = () => Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name)))
  return {
    params: pick(input, params),
    query: pick(input, query),
    headers: pick(input, headers),
    body: body === 'fields' ? fields() : body === 'raw' ? input.body : undefined,
  }
}
