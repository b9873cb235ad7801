import { type SiblingCalls, siblingsOf } from '@signet/http-client/siblings'
import { operationsOf } from '@signet/http-client/siblings/operations-of'
// Types of the APIs: a service augments the registry next to its definition.
import type {} from '../../lambdas/billing/contract/service.ts'
import type {} from '../../lambdas/consultations/contract/service.ts'
import type {} from '../../lambdas/flows/contract/service.ts'
import type {} from '../../lambdas/images/contract/service.ts'
import type {} from '../../lambdas/runtime/contract/service.ts'
import { SERVICES } from '../../lib/services.ts'

type SiblingOptions = NonNullable<Parameters<typeof siblingsOf>[1]>

/** An access that calls these APIs. */
interface Asking<Api extends string> {
  readonly calls: readonly Api[]
}

/**
 * Creates sibling clients for tests: each API at `https://<key>.example`, behind `options.fetch`. Calls are signed with
 * the secret `secret`.
 */
export const testSiblings = <const Api extends string>(
  apis: readonly Api[],
  { env, ...options }: SiblingOptions & { readonly env?: Readonly<Record<string, string>> } = {},
): SiblingCalls<Asking<Api>> => {
  const address = (api: string) => [`${api.toUpperCase()}_API_URL`, `https://${api}.example`] as const
  const tables = apis.map((api) => {
    const services = SERVICES.filter(({ service }) => service.api === api)
    return [api, services.map(({ service }) => operationsOf(service))] as const
  })
  const runtime = {
    env: { ...Object.fromEntries(apis.map(address)), ...env },
    clients: { secrets: { managed: () => async () => 'secret' } },
    now: () => new Date('2026-11-22T09:00:00Z'),
    log: { info: () => {}, warn: () => {}, error: () => {}, with: () => runtime.log } as never,
  }
  return siblingsOf<Asking<Api>>(runtime, {
    tables: Object.fromEntries(tables),
    sleep: async () => {},
    ...options,
  })
}
