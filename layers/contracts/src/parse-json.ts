/** Matches text that could contain the name `__proto__`, in letters or escapes. */
const SUSPECT = /__proto__|\\u/

/** Not recursive, because the sender chooses the depth. */
const hasProtoMember = (value: unknown): boolean => {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const member of Object.values(next)) open.push(member)
  }
  return false
}

/**
 * Parses untrusted JSON. A member named `__proto__` is an error: copying such an object member by member changes the
 * prototype of the copy, and validators remove the member silently.
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (SUSPECT.test(text) && hasProtoMember(value)) {
    throw new SyntaxError('"__proto__" is not allowed as the name of a member')
  }
  return value
}
