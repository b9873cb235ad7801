import type { Envelope } from '@signet/receipts'
import { canonicalJson } from '@signet/receipts/digest'
import type { Golden } from './golden-receipts.ts'

/** Returns another value of the same type and length, so that only the signature reveals the change. */
const changedValue = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  const text = String(value)
  const [first = 'a'] = text
  return (first === 'a' ? 'b' : 'a') + text.slice(1)
}

type Path = readonly (string | number)[]

const leavesOf = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, child]) => leavesOf(child, [...path, name]))
    : [path]

const withChange = (value: unknown, [name, ...rest]: Path, change: (leaf: unknown) => unknown): unknown => {
  if (name === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((child, at) => (String(at) === name ? withChange(child, rest, change) : child))
  const members = value as Record<string, unknown>
  return { ...members, [name]: withChange(members[name], rest, change) }
}

export interface Tampered {
  readonly field: string
  readonly envelope: Envelope
}

/** Returns one envelope per changed field of the statement and of the envelope. */
export const tamperedOf = ({ body, envelope }: Golden): readonly Tampered[] => {
  const statement: unknown = JSON.parse(body)
  const withBody = (text: string): Envelope => ({ ...envelope, payload: Buffer.from(text).toString('base64') })
  const statementChanges = leavesOf(statement).map((path) => ({
    field: path.join('.'),
    envelope: withBody(canonicalJson(withChange(statement, path, changedValue))),
  }))
  const envelopeChanges = leavesOf(envelope).map((path) => ({
    field: `envelope.${path.join('.')}`,
    envelope: withChange(envelope, path, changedValue) as Envelope,
  }))
  return [...statementChanges, ...envelopeChanges]
}
