import { fixtures } from '@signet/contract-tools/fixtures'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { platformContracts } from '../../lib/platform-contracts.ts'
import { type Answer, type Call, call, newAddress } from './api.ts'
import { declaredOperation } from './declared-operations.ts'

/** A request in the form of the fixtures: values by their location. */
export interface FixtureRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** A request with one error. The response must name `field`. */
export interface FaultyRequest {
  readonly name: string
  readonly field: string
  readonly keyword: string
  readonly request: FixtureRequest
}

export interface PlainOperation {
  readonly id: string
  readonly authority: string
  readonly statuses: readonly string[]
  /** True if a typical request may get 503. */
  readonly mayBeUnavailable: boolean
  /** True for a JSON body. Operations that accept bytes check them themselves. */
  readonly takesBody: boolean
  /** True if a protocol prescribes the form of its refusals; tests of the domain cover them. */
  readonly hasOwnRefusals: boolean
  readonly allowsAnonymous: boolean
  readonly typical: FixtureRequest
  readonly faults: readonly FaultyRequest[]
  /** Rate limits of the operation. */
  readonly rates: NonNullable<OperationIR['rates']>
}

interface RequestFixtures {
  readonly valid: readonly { readonly name: string; readonly request: FixtureRequest }[]
  readonly invalid: readonly FaultyRequest[]
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const operationsById = new Map<string, { readonly ir: ContractIR; readonly operation: OperationIR }>()
for (const ir of platformContracts) {
  for (const operation of ir.operations)
    if (operation.route) operationsById.set(String(operation.operationId), { ir, operation })
}

const files = new Map<ContractIR, Readonly<Record<string, string>>>()
const fixturesOf = (ir: ContractIR, name: string): RequestFixtures => {
  const contractFiles = files.get(ir) ?? fixtures(ir, {})
  files.set(ir, contractFiles)
  return JSON.parse(
    contractFiles[`requests/${kebab(name)}.json`] ?? '{"valid":[{"request":{}}],"invalid":[]}',
  ) as RequestFixtures
}

/** Returns the facts of an operation's contract that the tests of every service check. */
export const plainOperation = (id: string): PlainOperation => {
  const entry = operationsById.get(id)
  if (!entry) throw new Error(`No contract has an operation ${id}`)
  const { ir, operation } = entry
  const { responses, security } = declaredOperation(id)
  const { valid, invalid } = fixturesOf(ir, operation.name)
  return {
    id,
    authority: operation.authority,
    statuses: Object.keys(responses),
    // Operations that accept bytes check them first, and refuse those of the fixtures.
    mayBeUnavailable:
      operation.request.body?.type !== 'bytes' && operation.errors.some(({ code }) => code === 'unavailable'),
    takesBody: operation.request.body?.type === 'json',
    hasOwnRefusals: operation.refusals !== undefined,
    allowsAnonymous: security.some((each) => Object.keys(each).length === 0),
    typical: valid[0]?.request ?? {},
    faults: invalid,
    rates: operation.rates ?? [],
  }
}

const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Requests that count per address each use another one, so that tests do not use up each other's quota. */
const addressFor = (id: string): string | undefined =>
  operationsById.get(id)?.operation.rates?.some(({ by }) => by === 'address') ? newAddress() : undefined

/** Sends a request of the fixtures; `raw` replaces its body. */
export const send = (
  id: string,
  { params = {}, query = {}, headers = {}, body }: FixtureRequest,
  {
    key,
    raw,
    contentType,
    from = addressFor(id),
  }: { readonly key?: string; readonly raw?: string; readonly contentType?: string; readonly from?: string } = {},
): Promise<Answer<Record<string, unknown>>> => {
  const { method, path } = declaredOperation(id)
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 'x')))
  const search = new URLSearchParams(texts(query)).toString()
  const request: Call = {
    ...(key ? { key } : {}),
    ...(from ? { from } : {}),
    ...(raw === undefined ? (body === undefined ? {} : { body }) : { raw }),
    headers: { ...texts(headers), ...(contentType ? { 'content-type': contentType } : {}) },
    as: id,
  }
  return call(method.toUpperCase(), `${filledPath}${search ? `?${search}` : ''}`, request)
}
