/** Where a name could be spelled `__proto__`, by its letters or by escapes. */
const SUSPECT = /__proto__|\\u/

/** Without recursion, because the sender chooses the depth. */
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
 * JSON from outside. A member called `__proto__` is an error: copying such an object member by member changes the
 * prototype of the copy, and validators drop the member silently.
 *
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (SUSPECT.test(text) && hasProtoMember(value)) {
    throw new SyntaxError('"__proto__" is refused as the name of a member')
  }
  return value
}
