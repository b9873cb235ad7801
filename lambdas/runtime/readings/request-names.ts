import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import type { Namespace } from '../namespaces/namespace.ts'

/** A value as JSON represents it: undefined members are dropped. */
export const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export const requestSha256 = ({ namespaceId }: Pick<Namespace, 'namespaceId'>, requestName: object): string =>
  jsonSha256(plainJson({ v: 1, namespaceId, ...requestName }))

interface KeyedRequest {
  readonly namespace: Namespace
  readonly key: string | undefined
}

/**
 * The idempotency key of a receipt. Without a name from the caller, it is derived from the request and the tick of the
 * memory.
 */
export const receiptKey = (kind: string, { namespace, key }: KeyedRequest, request: string, tick: number): string =>
  `${kind}:${sha256Hex(key === undefined ? `${request}\n${tick}` : `${namespace.namespaceId}\nkey\n${key}`)}`
