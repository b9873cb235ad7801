/** The value at a JSON pointer (RFC 6901); undefined if there is none. Own members only. */
export const valueAt = (value: unknown, pointer: string): unknown => {
  if (pointer === '') return value
  const names = pointer.replace(/^\//, '').split('/')
  return names.reduce<unknown>((at, name) => {
    const member = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof at === 'object' && at !== null && Object.hasOwn(at, member)
      ? (at as Readonly<Record<string, unknown>>)[member]
      : undefined
  }, value)
}

export type Outputs = ReadonlyMap<string, unknown>

const PART = /\$\{([a-z][a-z0-9_]*)((?:\/[^}]*)?)\}/g
const WHOLE = /^\$\{([a-z][a-z0-9_]*)((?:\/[^}]*)?)\}$/

/** A part of an earlier output that is not there. */
export class NoSuchPart extends Error {
  override readonly name = 'NoSuchPart'
}

const partOf = (outputs: Outputs, step: string, pointer: string): unknown => {
  const value = valueAt(outputs.get(step), pointer)
  if (value === undefined) throw new NoSuchPart(`\${${step}${pointer}} is not there`)
  return value
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * A value with parts of earlier outputs in the place of `${step/pointer}`: a text that is nothing else becomes the part
 * itself, within a text it stands as text. @throws NoSuchPart
 */
export const filledIn = (value: unknown, outputs: Outputs): unknown => {
  if (typeof value === 'string') {
    const [, step, pointer = ''] = WHOLE.exec(value) ?? []
    if (step !== undefined) return partOf(outputs, step, pointer)
    return value.replaceAll(PART, (_, name: string, at: string) => textOf(partOf(outputs, name, at)))
  }
  if (Array.isArray(value)) return value.map((each) => filledIn(each, outputs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, outputs)]))
}
