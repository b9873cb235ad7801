import { isArray, isRecord } from './json.ts'
import { type LeafTest, leafTest, PatternError } from './leaf-test.ts'

export type EventMatcher = (event: unknown) => boolean

/** Returns the values of a field that a pattern can match: the elements of an array, or none for an object. */
const leavesOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || isRecord(value)) return []
  return isArray(value) ? value.flatMap(leavesOf) : [value]
}

const fieldOf = (event: unknown, name: string): unknown =>
  isRecord(event) && Object.hasOwn(event, name) ? event[name] : undefined

const leafMatcher =
  (tests: readonly LeafTest[], name: string): EventMatcher =>
  (event) => {
    const leaves = leavesOf(fieldOf(event, name))
    return tests.some((test) => test(leaves))
  }

/** Requires that all fields match in the same object of an array. */
const memberMatcher =
  (inner: EventMatcher, name: string): EventMatcher =>
  (event) => {
    const value = fieldOf(event, name)
    return isArray(value) && value.length > 0 ? value.some(inner) : inner(value)
  }

/** `$or` is an operator if it contains several patterns; otherwise it is a field. */
const isAlternatives = (name: string, value: unknown): value is readonly Record<string, unknown>[] =>
  name === '$or' && isArray(value) && value.length > 1 && value.every(isRecord)

const fieldMatcher = (name: string, expected: unknown, path: string): EventMatcher => {
  if (isAlternatives(name, expected)) {
    const patterns = expected.map((each) => objectMatcher(each, path))
    return (event) => patterns.some((matches) => matches(event))
  }
  if (isRecord(expected)) return memberMatcher(objectMatcher(expected, path), name)
  if (!isArray(expected)) throw new PatternError(path, 'must be an object or an array')
  if (expected.length === 0) throw new PatternError(path, 'must not be an empty array')
  return leafMatcher(
    expected.map((each) => leafTest(each, path)),
    name,
  )
}

const objectMatcher = (pattern: Readonly<Record<string, unknown>>, path: string): EventMatcher => {
  const names = Object.keys(pattern)
  if (names.length === 0) throw new PatternError(path || 'the pattern', 'must not be empty')
  const fields = names.map((name) => fieldMatcher(name, pattern[name], path === '' ? name : `${path}.${name}`))
  return (event) => fields.every((matches) => matches(event))
}

/**
 * Parses an event pattern of EventBridge (user guide, "Comparison operators for use in event patterns").
 * @throws PatternError that names the field and its problem.
 */
export const eventMatcher = (pattern: unknown): EventMatcher => {
  if (isRecord(pattern)) return objectMatcher(pattern, '')
  throw new PatternError('the pattern', 'must be a JSON object')
}
