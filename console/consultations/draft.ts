import type { ConsultRoleInput } from '../api/consultations.ts'
import { partsOf } from '../session/parts.ts'
import { roleOf } from './role-words.ts'

export type Mode = NonNullable<ConsultRoleInput['responseMode']>

export interface ContextRow {
  readonly name: string
  readonly value: string
}

export interface Draft {
  readonly role: ConsultRoleInput['role']
  readonly intention: string
  readonly by: 'rows' | 'json'
  readonly rows: readonly ContextRow[]
  readonly json: string
  /** One per line. */
  readonly pains: string
  readonly mode: Mode
  readonly seed: string
}

export const EXAMPLE = 'Receive Stripe webhooks and mark orders as paid'

const EMPTY_ROW: ContextRow = { name: '', value: '' }

const MODES: readonly Mode[] = ['symbolic', 'natural', 'structured-only']

const isMode = (text: string): text is Mode => (MODES as readonly string[]).includes(text)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const jsonFault = (text: string): string | undefined =>
  text.trim() === '' || isObject(parsed(text)) ? undefined : 'must be a JSON object, such as {"team_size": 4}'

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value !== 'object' && value !== undefined

export const rowsOf = (context: Readonly<Record<string, unknown>>): readonly ContextRow[] =>
  Object.entries(context).map(([name, value]) => ({
    name,
    value: isScalar(value) ? String(value) : JSON.stringify(value),
  }))

const contextOfRows = (rows: readonly ContextRow[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value]).filter(([name]) => name !== ''))

/** Returns the context to send; empty if nothing was entered or the JSON is invalid. */
export const contextOf = ({ by, rows, json }: Draft): Readonly<Record<string, unknown>> => {
  if (by === 'rows') return contextOfRows(rows)
  const value = parsed(json)
  return isObject(value) ? value : {}
}

/** Switches between rows and JSON with the same content. Invalid JSON stays as entered. */
export const switchFormat = (draft: Draft, by: Draft['by']): Draft => {
  if (by === draft.by || (by === 'rows' && jsonFault(draft.json) !== undefined)) return draft
  const context = contextOf(draft)
  const isEmpty = Object.keys(context).length === 0
  return by === 'json'
    ? { ...draft, by, json: isEmpty ? '' : JSON.stringify(context, undefined, 2) }
    : { ...draft, by, rows: isEmpty ? [EMPTY_ROW] : rowsOf(context) }
}

export const requestOf = (draft: Draft): ConsultRoleInput => {
  const context = contextOf(draft)
  const pains = partsOf(draft.pains, '\n')
  return {
    role: draft.role,
    intention: draft.intention.trim(),
    responseMode: draft.mode,
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(pains.length === 0 ? {} : { painSignals: pains }),
    ...(draft.seed.trim() === '' ? {} : { seed: Number(draft.seed) }),
  }
}

type Query = Readonly<Record<string, string | undefined>>

/** Restores the draft from the URL, so that Back shows the form as it was. */
export const draftOf = ({
  role = '',
  intention = '',
  context = '',
  pains = '',
  mode = '',
  seed = '',
}: Query): Draft => {
  const members = parsed(context)
  return {
    role: roleOf(role),
    intention,
    by: 'rows',
    rows: isObject(members) && Object.keys(members).length > 0 ? rowsOf(members) : [EMPTY_ROW],
    json: '',
    pains,
    mode: isMode(mode) ? mode : 'symbolic',
    seed,
  }
}

/** Longer drafts are not put into the URL, because servers limit its length. */
const ADDRESS_MAX = 4_000

/** Returns the URL parameters of the form; for long requests only role and intention. */
export const queryOf = ({
  role,
  intention,
  context,
  painSignals = [],
  responseMode,
  seed,
}: ConsultRoleInput): Query => {
  const about = { role, intention: intention.slice(0, ADDRESS_MAX / 2) }
  const query = {
    ...about,
    context: context && JSON.stringify(context),
    pains: painSignals.join('\n'),
    mode: responseMode === 'symbolic' ? undefined : responseMode,
    seed: seed === undefined ? undefined : String(seed),
  }
  return JSON.stringify(query).length > ADDRESS_MAX ? about : query
}

/** Joins the errors of a list or an object in one line: `context.a` is shown at the whole context. */
export const faultsWithin = (fields: Readonly<Record<string, string>>, name: string): string | undefined => {
  const within = Object.entries(fields).filter(([field]) => field === name || field.startsWith(`${name}.`))
  if (within.length === 0) return undefined
  return within
    .map(([field, message]) => (field === name ? message : `${labelOf(field.slice(name.length + 1))} ${message}`))
    .join('; ')
}

const labelOf = (member: string): string => (/^\d+$/.test(member) ? `line ${Number(member) + 1}` : member)
