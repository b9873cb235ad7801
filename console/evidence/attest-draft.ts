import type { AttestEvidenceInput } from '../api/evidence.ts'
import { fieldFaults, isApiError } from '../session/faults.ts'
import { splitList } from '../session/split-list.ts'
import { type ContentDraft, contentOf } from './content-draft.ts'

export const ROW_KINDS = ['text', 'integer', 'boolean'] as const
export type RowKind = (typeof ROW_KINDS)[number]

export interface PayloadRow {
  readonly name: string
  readonly kind: RowKind
  readonly value: string
}

export interface AttestDraft {
  readonly rows: readonly PayloadRow[]
  /** Previously approved steps, one per line. */
  readonly plan: string
  readonly fillsGaps: boolean
}

export const EMPTY_ROW: PayloadRow = { name: '', kind: 'text', value: '' }

const EMPTY: AttestDraft = { rows: [EMPTY_ROW], plan: '', fillsGaps: false }

const isRow = (value: unknown): value is PayloadRow => {
  if (typeof value !== 'object' || value === null) return false
  const { name, kind, value: storedValue } = value as Partial<Record<keyof PayloadRow, unknown>>
  return typeof name === 'string' && typeof storedValue === 'string' && ROW_KINDS.some((each) => each === kind)
}

/** Parses a stored draft; returns an empty one for anything else. */
export const storedAttestDraft = (text: string | null): AttestDraft => {
  try {
    const { rows, plan, fillsGaps } = JSON.parse(text ?? '') as Partial<Record<keyof AttestDraft, unknown>>
    const storedRows = Array.isArray(rows) ? rows.filter(isRow) : []
    return {
      rows: storedRows.length === 0 ? EMPTY.rows : storedRows,
      plan: typeof plan === 'string' ? plan : '',
      fillsGaps: fillsGaps === true,
    }
  } catch {
    return EMPTY
  }
}

const hasContent = ({ name, value }: PayloadRow): boolean => name.trim() !== '' || value.trim() !== ''

export const rowFault = (rows: readonly PayloadRow[], index: number): string | undefined => {
  const row = rows[index]
  if (row === undefined || !hasContent(row)) return undefined
  const name = row.name.trim()
  if (name === '') return 'requires a name'
  if (rows.slice(0, index).some((other) => hasContent(other) && other.name.trim() === name))
    return 'duplicates the name of an earlier row'
  const isInteger = /^-?\d+$/.test(row.value.trim()) && Number.isSafeInteger(Number(row.value))
  return row.kind === 'integer' && !isInteger ? 'must be an integer' : undefined
}

const payloadValue = ({ kind, value }: PayloadRow): string | number | boolean => {
  if (kind === 'integer') return Number(value)
  return kind === 'boolean' ? value === 'yes' : value.trim()
}

/** Returns the public payload without empty rows. */
export const payloadOf = (rows: readonly PayloadRow[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rows.filter(hasContent).map((row) => [row.name.trim(), payloadValue(row)]))

export const attestRequest = (text: ContentDraft, { rows, plan, fillsGaps }: AttestDraft): AttestEvidenceInput => {
  const lines = splitList(plan, '\n')
  return {
    content: contentOf(text),
    policyVersion: text.policy,
    publicPayload: payloadOf(rows),
    ...(lines.length === 0 ? {} : { approvedPlan: lines }),
    runGapFill: fillsGaps,
  }
}

export type AttestInput = 'text' | 'policy' | 'payload' | 'plan' | 'fill'

const INPUT_BY_CODE: Readonly<Record<string, AttestInput>> = {
  unknown_policy_version: 'policy',
  invalid_public_payload: 'payload',
  public_payload_too_large: 'payload',
  invalid_approved_plan: 'plan',
  evidence_gap_fills_quota_exceeded: 'fill',
}

const INPUT_BY_FIELD_PREFIX: readonly (readonly [prefix: string, input: AttestInput])[] = [
  ['content', 'text'],
  ['policyVersion', 'policy'],
  ['publicPayload', 'payload'],
  ['approvedPlan', 'plan'],
]

export const inputOfError = (error: unknown): AttestInput | undefined => {
  if (!isApiError(error)) return undefined
  const [field = ''] = Object.keys(fieldFaults(error))
  return INPUT_BY_CODE[error.code] ?? INPUT_BY_FIELD_PREFIX.find(([prefix]) => field.startsWith(prefix))?.[1]
}

export const faultAt = (error: unknown, ...inputs: readonly AttestInput[]): string | undefined => {
  const input = inputOfError(error)
  if (!isApiError(error) || input === undefined || !inputs.includes(input)) return undefined
  const messages = Object.entries(fieldFaults(error)).map(([field, message]) => `${field} ${message}`)
  return messages.length > 0 ? messages.join('; ') : String(error.body.error)
}

export const stepNumberOf = (input: AttestInput): '1' | '2' => (input === 'text' || input === 'policy' ? '1' : '2')
