import { invalid } from '../http/problem.ts'

/** The stored fields of a $noun. Change them here. */
export interface $Entity {
  readonly name: string
  readonly note: string
}

/** A $noun as the API returns it. */
export interface Stored$Entity extends $Entity {
  readonly id: string
  readonly version: number
}

// #if writes
const text = (body: Readonly<Record<string, unknown>>, field: string, min: number, max: number): string => {
  const value = body[field] ?? ''
  if (typeof value !== 'string' || value.length < min || value.length > max)
    throw invalid(field, `${field} must be a string of ${min} to ${max} characters`)
  return value
}

const FIELDS = ['name', 'note']

/**
 * Reads the $noun in a body.
 * @throws Problem 400 with the name of the field.
 */
export const read$Entity = (body: Readonly<Record<string, unknown>>): $Entity => {
  const unknown = Object.keys(body).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) throw invalid(unknown.slice(0, 40), 'Unknown field')
  return { name: text(body, 'name', 1, 200), note: text(body, 'note', 0, 2_000) }
}
// #endif
