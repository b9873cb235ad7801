import type { FunctionAccess } from '@signet/kernel/access'

/**
 * Names of the keys in AWS KMS that sign receipts. All exist from the start: the first signs until an operator rotates
 * to the next. Names are added, never removed.
 */
export const RECEIPT_KEYS = ['receipts-1', 'receipts-2'] as const
export type ReceiptKeyName = (typeof RECEIPT_KEYS)[number]

/** The key that signs checkpoints of the log. */
export const LOG_KEY = 'receipt-log'

/** Rows that `issue` reads and writes. A key's row is written once, by the first signer. */
const ISSUING_ROWS = {
  RECEIPTCHAIN: ['get', 'put'],
  RECEIPT: ['put'],
  RECEIPTS: ['put'],
  RECEIPTKEY: ['get', 'put'],
  RECEIPTOPENING: ['put'],
  RECEIPTLEAF: ['put'],
  SIGNINGKEY: ['query', 'put'],
} as const

type Rows = NonNullable<FunctionAccess['rows']>
type Settings = readonly string[]

type WithRows<A> = A extends { readonly rows: infer R extends Rows } ? R : Record<never, never>
type WithSettings<A> = A extends { readonly settings: infer S extends Settings } ? S : readonly []
type WithSecrets<A> = A extends { readonly secrets: { readonly read: infer S extends Settings } } ? S : readonly []
type WithKeys<A> = A extends { readonly kms: { readonly sign: infer S extends Settings } } ? S : readonly []

export type Issuing<A> = Omit<A, 'rows' | 'kms' | 'settings' | 'secrets'> & {
  readonly rows: WithRows<A> & typeof ISSUING_ROWS
  readonly kms: { readonly sign: readonly [...typeof RECEIPT_KEYS, ...WithKeys<A>] }
  readonly settings: readonly ['ISSUER_URL', ...WithSettings<A>]
  readonly secrets: { readonly read: readonly ['pepper', ...WithSecrets<A>] }
}

const joined = (some: Rows, others: Rows): Rows => {
  const words = [...new Set([...Object.keys(some), ...Object.keys(others)])]
  return Object.fromEntries(words.map((word) => [word, [...new Set([...(some[word] ?? []), ...(others[word] ?? [])])]]))
}

/**
 * Access of a function that issues receipts: the rows, the keys in AWS KMS, the issuer address, and the pepper that
 * derives organization tags. `receiptIssuer` takes its runtime.
 */
export const issuing = <const A extends FunctionAccess>(access: A): Issuing<A> =>
  ({
    ...access,
    rows: joined(access.rows ?? {}, ISSUING_ROWS),
    kms: { sign: [...RECEIPT_KEYS, ...(access.kms?.sign ?? [])] },
    settings: ['ISSUER_URL', ...(access.settings ?? [])],
    secrets: { ...access.secrets, read: ['pepper', ...(access.secrets?.read ?? [])] },
  }) as unknown as Issuing<A>

export const RECEIPT_CONFLICT = {
  code: 'receipt_conflict',
  status: 409,
  description: 'Too many receipts of the organization are being issued; send the request again.',
} as const
