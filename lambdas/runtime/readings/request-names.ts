import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import type { Namespace } from '../namespaces/namespace.ts'

/** Returns a value as JSON represents it, without undefined properties. */
export const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Returns the digest of a request in a namespace. `v` is the version of the digest's format. */
export const requestSha256 = ({ namespaceId }: Pick<Namespace, 'namespaceId'>, requestFields: object): string =>
  jsonSha256(plainJson({ v: 1, namespaceId, ...requestFields }))

interface KeyedRequest {
  readonly namespace: Namespace
  readonly key: string | undefined
}

/**
 * Returns the idempotency key of a receipt. Without a key from the caller, it is derived from the request and the
 * number of stored runs in memory.
 */
export const receiptKey = (kind: string, { namespace, key }: KeyedRequest, request: string, tick: number): string =>
  `${kind}:${sha256Hex(key === undefined ? `${request}\n${tick}` : `${namespace.namespaceId}\nkey\n${key}`)}`
