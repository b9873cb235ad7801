/** Where a name could be spelled `__proto__`, by its letters or by escapes. */
const SUSPECT = /__proto__|\\u/

const refuseProto = (name: string, value: unknown): unknown => {
  if (name === '__proto__') throw new SyntaxError('"__proto__" is refused as the name of a member')
  return value
}

/**
 * JSON from outside. A member called `__proto__` is an error: whoever copies such an object member by member changes what
 * it inherits from, and validators leave it out without a word.
 *
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown =>
  SUSPECT.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text)
