import type * as z from 'zod'

export const KINDS = [
  'evidence.publish',
  'agent.run',
  'ciso.intake',
  'flow',
  'grader.run',
  'reading',
  'image',
  'receipt.withdraw',
  'key.event',
  'ledger.statement',
  'flags.audit',
  'archive.import',
  'trust.acceptance',
] as const
export type KindName = (typeof KINDS)[number]

export const isKindName = (name: unknown): name is KindName => (KINDS as readonly unknown[]).includes(name)

/** Versions of the receipt format: `1`, except for evidence, readings, flows, agents and graders. */
export const RECEIPT_VERSIONS = ['1', '2', '2.1', '2.2'] as const
export type ReceiptVersion = (typeof RECEIPT_VERSIONS)[number]

/** Version of the format in which an issuer stores the work that a receipt describes; part of the signed statement. */
export type StoredVersion = 2 | 3 | 4

/** Visibility of claims: published with the receipt, or shown only with an opening. */
export type Visibility = 'public' | 'private'

export interface ReceiptKindDefinition<Claims extends z.ZodType, Result extends string> {
  readonly kind: KindName
  readonly version: ReceiptVersion
  readonly storedVersion: StoredVersion
  /** Version of the schema of the claims; default: 1. */
  readonly schemaVersion?: number
  readonly visibility: Visibility
  /** Must be a strict schema without fractions and nulls. */
  readonly claims: Claims
  /** Name of the subject in the statement, such as `image`. */
  readonly subjectName: string
  /** Names of the integers that the signed statement contains as its result. */
  readonly result?: readonly Result[]
  /** Whether each claim can be disclosed without the others. */
  readonly isDisclosable?: true
}

/** Common properties of receipts of one kind. A domain declares its kinds in its contract. */
export interface ReceiptKind<Claims extends z.ZodType = z.ZodType, Result extends string = string>
  extends ReceiptKindDefinition<Claims, Result> {
  readonly schemaVersion: number
  readonly result: readonly Result[]
}

export const receiptKind = <Claims extends z.ZodType, Result extends string = never>(
  definition: ReceiptKindDefinition<Claims, Result>,
): ReceiptKind<Claims, Result> => ({ schemaVersion: 1, result: [], ...definition })

export type ResultOf<Kind extends ReceiptKind> =
  Kind extends ReceiptKind<z.ZodType, infer Result> ? Readonly<Partial<Record<Result, number>>> : never
