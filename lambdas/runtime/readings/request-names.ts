import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import type { Namespace } from '../namespaces/namespace.ts'

/** A value as JSON represents it: undefined members are dropped. */
export const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export const requestSha256 = ({ place }: Pick<Namespace, 'place'>, requestName: object): string =>
  jsonSha256(plainJson({ v: 1, place, ...requestName }))

interface RequestName {
  readonly namespace: Namespace
  readonly key: string | undefined
}

/**
 * The idempotency key of a receipt. Without a name from the caller, it is derived from the request and the tick of the
 * memory.
 */
export const receiptKey = (kind: string, { namespace, key }: RequestName, request: string, tick: number): string =>
  `${kind}:${sha256Hex(key === undefined ? `${request}\n${tick}` : `${namespace.place}\nkey\n${key}`)}`
