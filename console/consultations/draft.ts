import type { ConsultRoleInput } from '../api/consultations.ts'
import { splitList } from '../session/split-list.ts'
import { roleOf } from './role-words.ts'

export type Mode = NonNullable<ConsultRoleInput['responseMode']>

export interface ContextRow {
  readonly name: string
  readonly value: string
}

export interface Draft {
  readonly role: ConsultRoleInput['role']
  readonly intention: string
  readonly contextFormat: 'rows' | 'json'
  readonly rows: readonly ContextRow[]
  readonly json: string
  /** One per line. */
  readonly painSignals: string
  readonly mode: Mode
  readonly seed: string
}

export const EXAMPLE = 'Receive Stripe webhooks and mark orders as paid'

const EMPTY_ROW: ContextRow = { name: '', value: '' }

const MODES: readonly Mode[] = ['symbolic', 'natural', 'structured-only']

const isMode = (text: string): text is Mode => (MODES as readonly string[]).includes(text)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const jsonFault = (text: string): string | undefined =>
  text.trim() === '' || isObject(parseJson(text)) ? undefined : 'must be a JSON object, such as {"team_size": 4}'

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
export const contextOf = ({ contextFormat, rows, json }: Draft): Readonly<Record<string, unknown>> => {
  if (contextFormat === 'rows') return contextOfRows(rows)
  const value = parseJson(json)
  return isObject(value) ? value : {}
}

/** Switches between rows and JSON with the same content. Invalid JSON stays as entered. */
export const switchFormat = (draft: Draft, format: Draft['contextFormat']): Draft => {
  if (format === draft.contextFormat || (format === 'rows' && jsonFault(draft.json) !== undefined)) return draft
  const context = contextOf(draft)
  const isEmpty = Object.keys(context).length === 0
  return format === 'json'
    ? { ...draft, contextFormat: format, json: isEmpty ? '' : JSON.stringify(context, undefined, 2) }
    : { ...draft, contextFormat: format, rows: isEmpty ? [EMPTY_ROW] : rowsOf(context) }
}

export const requestOf = (draft: Draft): ConsultRoleInput => {
  const context = contextOf(draft)
  const painLines = splitList(draft.painSignals, '\n')
  return {
    role: draft.role,
    intention: draft.intention.trim(),
    responseMode: draft.mode,
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(painLines.length === 0 ? {} : { painSignals: painLines }),
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
  const contextObject = parseJson(context)
  return {
    role: roleOf(role),
    intention,
    contextFormat: 'rows',
    rows: isObject(contextObject) && Object.keys(contextObject).length > 0 ? rowsOf(contextObject) : [EMPTY_ROW],
    json: '',
    painSignals: pains,
    mode: isMode(mode) ? mode : 'symbolic',
    seed,
  }
}

/** Longer drafts are not put into the URL, because servers limit its length. */
const URL_QUERY_MAX = 4_000

/** Returns the URL parameters of the form; for long requests only role and intention. */
export const queryOf = ({
  role,
  intention,
  context,
  painSignals = [],
  responseMode,
  seed,
}: ConsultRoleInput): Query => {
  const shortQuery = { role, intention: intention.slice(0, URL_QUERY_MAX / 2) }
  const query = {
    ...shortQuery,
    context: context && JSON.stringify(context),
    pains: painSignals.join('\n'),
    mode: responseMode === 'symbolic' ? undefined : responseMode,
    seed: seed === undefined ? undefined : String(seed),
  }
  return JSON.stringify(query).length > URL_QUERY_MAX ? shortQuery : query
}

/** Joins the errors of a field and of its members in one line: `context.a` is shown at the field `context`. */
export const faultsIn = (fields: Readonly<Record<string, string>>, name: string): string | undefined => {
  const matching = Object.entries(fields).filter(([field]) => field === name || field.startsWith(`${name}.`))
  if (matching.length === 0) return undefined
  return matching
    .map(([field, message]) => (field === name ? message : `${labelOf(field.slice(name.length + 1))} ${message}`))
    .join('; ')
}

const labelOf = (suffix: string): string => (/^\d+$/.test(suffix) ? `line ${Number(suffix) + 1}` : suffix)
