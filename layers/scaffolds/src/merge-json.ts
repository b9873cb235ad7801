type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const ABSENT = Symbol('absent')
type Member = Json | typeof ABSENT
class Conflict extends Error {}

const isObject = (value: Member): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: Member, b: Member): boolean => {
  if (a === ABSENT || b === ABSENT) return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

const memberOf = (value: Member, name: string): Member =>
  isObject(value) && Object.hasOwn(value, name) ? (value[name] as Json) : ABSENT

const merge = (ours: Member, base: Member, theirs: Member): Member => {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (!isObject(ours) || !isObject(theirs)) throw new Conflict()
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  const members = names.flatMap((name): [string, Json][] => {
    const member = merge(memberOf(ours, name), memberOf(base, name), memberOf(theirs, name))
    return member === ABSENT ? [] : [[name, member]]
  })
  return Object.fromEntries(members)
}

/** Three versions of a JSON text, merged by members; undefined when one is no JSON, or one member was changed by both. */
export const mergeJson = (ours: string, base: string, theirs: string): string | undefined => {
  try {
    const [edited, old, newest] = [ours, base === '' ? '{}' : base, theirs].map((text) => JSON.parse(text) as Json)
    const merged = merge(edited ?? null, old ?? null, newest ?? null)
    return merged === ABSENT ? undefined : `${JSON.stringify(merged, null, 2)}\n`
  } catch (error) {
    if (error instanceof Conflict || error instanceof SyntaxError) return undefined
    throw error
  }
}
