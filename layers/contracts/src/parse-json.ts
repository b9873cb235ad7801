/** Matches text that could contain the name `__proto__`, in letters or escapes. */
const MAY_CONTAIN_PROTO = /__proto__|\\u/

/** Returns true if a field at any depth is named `__proto__`. Not recursive, because the sender chooses the depth. */
const hasProtoField = (value: unknown): boolean => {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const child of Object.values(next)) pending.push(child)
  }
  return false
}

/**
 * Parses untrusted JSON. A field named `__proto__` is an error: copying such an object field by field changes the
 * prototype of the copy, and validators remove the field silently.
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (MAY_CONTAIN_PROTO.test(text) && hasProtoField(value)) {
    throw new SyntaxError('"__proto__" is not allowed as a field name')
  }
  return value
}
