import type { AttestEvidenceInput } from '../api/evidence.ts'
import { fieldFaults, isRefused } from '../session/faults.ts'
import { partsOf } from '../session/parts.ts'
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
  readonly isFilled: boolean
}

export const EMPTY_ROW: PayloadRow = { name: '', kind: 'text', value: '' }

const EMPTY: AttestDraft = { rows: [EMPTY_ROW], plan: '', isFilled: false }

const isRow = (value: unknown): value is PayloadRow => {
  if (typeof value !== 'object' || value === null) return false
  const { name, kind, value: said } = value as Partial<Record<keyof PayloadRow, unknown>>
  return typeof name === 'string' && typeof said === 'string' && ROW_KINDS.some((each) => each === kind)
}

/** Parses a stored draft; returns an empty one for anything else. */
export const storedAttestDraft = (text: string | null): AttestDraft => {
  try {
    const { rows, plan, isFilled } = JSON.parse(text ?? '') as Partial<Record<keyof AttestDraft, unknown>>
    const storedRows = Array.isArray(rows) ? rows.filter(isRow) : []
    return {
      rows: storedRows.length === 0 ? EMPTY.rows : storedRows,
      plan: typeof plan === 'string' ? plan : '',
      isFilled: isFilled === true,
    }
  } catch {
    return EMPTY
  }
}

const isSaid = ({ name, value }: PayloadRow): boolean => name.trim() !== '' || value.trim() !== ''

export const rowFault = (rows: readonly PayloadRow[], at: number): string | undefined => {
  const row = rows[at]
  if (row === undefined || !isSaid(row)) return undefined
  const name = row.name.trim()
  if (name === '') return 'requires a name'
  if (rows.slice(0, at).some((other) => isSaid(other) && other.name.trim() === name))
    return 'duplicates the name of an earlier row'
  const isWhole = /^-?\d+$/.test(row.value.trim()) && Number.isSafeInteger(Number(row.value))
  return row.kind === 'integer' && !isWhole ? 'must be an integer' : undefined
}

const saidValue = ({ kind, value }: PayloadRow): string | number | boolean => {
  if (kind === 'integer') return Number(value)
  return kind === 'boolean' ? value === 'yes' : value.trim()
}

/** Returns the public payload without empty rows. */
export const payloadOf = (rows: readonly PayloadRow[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rows.filter(isSaid).map((row) => [row.name.trim(), saidValue(row)]))

export const attestRequest = (text: ContentDraft, { rows, plan, isFilled }: AttestDraft): AttestEvidenceInput => {
  const lines = partsOf(plan, '\n')
  return {
    content: contentOf(text),
    policyVersion: text.policy,
    publicPayload: payloadOf(rows),
    ...(lines.length === 0 ? {} : { approvedPlan: lines }),
    runGapFill: isFilled,
  }
}

export type AttestStep = 'text' | 'policy' | 'payload' | 'plan' | 'fill'

const PLACES: Readonly<Record<string, AttestStep>> = {
  unknown_policy_version: 'policy',
  invalid_public_payload: 'payload',
  public_payload_too_large: 'payload',
  invalid_approved_plan: 'plan',
  evidence_gap_fills_quota_exceeded: 'fill',
}

const FIELDS: readonly (readonly [start: string, place: AttestStep])[] = [
  ['content', 'text'],
  ['policyVersion', 'policy'],
  ['publicPayload', 'payload'],
  ['approvedPlan', 'plan'],
]

export const attestStepOf = (error: unknown): AttestStep | undefined => {
  if (!isRefused(error)) return undefined
  const [field = ''] = Object.keys(fieldFaults(error))
  return PLACES[error.code] ?? FIELDS.find(([start]) => field.startsWith(start))?.[1]
}

export const faultAt = (error: unknown, ...places: readonly AttestStep[]): string | undefined => {
  const place = attestStepOf(error)
  if (!isRefused(error) || place === undefined || !places.includes(place)) return undefined
  const messages = Object.entries(fieldFaults(error)).map(([field, message]) => `${field} ${message}`)
  return messages.length > 0 ? messages.join('; ') : String(error.body.error)
}

export const stepOf = (place: AttestStep): '1' | '2' => (place === 'text' || place === 'policy' ? '1' : '2')
