import type { FunctionAccess } from '@signet/kernel/access'

/**
 * Names of the keys in AWS KMS that sign receipts. All keys exist from the first deployment. The first signs until an
 * operator rotates to the next. Names are added, never removed.
 */
export const RECEIPT_KEYS = ['receipts-1', 'receipts-2'] as const
export type ReceiptKeyName = (typeof RECEIPT_KEYS)[number]

/** The key that signs checkpoints of the log. */
export const LOG_KEY = 'receipt-log'

/** Rows that `issue` reads and writes. `SIGNINGKEY` is written only by the first receipt of a stage. */
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

const mergeRows = (rows: Rows, moreRows: Rows): Rows => {
  const prefixes = [...new Set([...Object.keys(rows), ...Object.keys(moreRows)])]
  return Object.fromEntries(
    prefixes.map((prefix) => [prefix, [...new Set([...(rows[prefix] ?? []), ...(moreRows[prefix] ?? [])])]]),
  )
}

/**
 * Extends the access of a function so that it can issue receipts: rows, keys in AWS KMS, issuer URL, and the pepper
 * from which organization tags are derived. Pass the runtime of the function to `receiptIssuer`.
 */
export const issuing = <const A extends FunctionAccess>(access: A): Issuing<A> =>
  ({
    ...access,
    rows: mergeRows(access.rows ?? {}, ISSUING_ROWS),
    kms: { sign: [...RECEIPT_KEYS, ...(access.kms?.sign ?? [])] },
    settings: ['ISSUER_URL', ...(access.settings ?? [])],
    secrets: { ...access.secrets, read: ['pepper', ...(access.secrets?.read ?? [])] },
  }) as unknown as Issuing<A>

export const RECEIPT_CONFLICT = {
  code: 'receipt_conflict',
  status: 409,
  description: 'Too many receipts of the organization are being issued at the same time. Try again.',
} as const
