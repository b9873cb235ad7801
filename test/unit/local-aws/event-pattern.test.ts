import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventMatcher } from '../../../lib/local/aws/events/event-pattern.ts'

const event = {
  source: '/contracts/job',
  'detail-type': 'org.signet.job.completed.v1',
  resources: ['job-1', 'job-2'],
  detail: {
    state: 'Completed',
    cost: 5,
    paid: true,
    error: null,
    address: '10.0.0.7',
    path: 'a/lib/b*c.txt',
    tags: [],
    lines: [
      { sku: 'draft', amount: 1 },
      { sku: 'premium', amount: 12 },
    ],
  },
}
const matches = (pattern: unknown) => eventMatcher(pattern)(event)

describe('an event pattern', () => {
  // AWS, EventBridge user guide, "Comparison operators for use in event patterns".
  it.each<[string, unknown]>([
    ['exact string', { source: ['/contracts/flag', '/contracts/job'] }],
    ['a member of an array', { resources: ['job-2'] }],
    ['a number, a boolean and null', { detail: { cost: [5], paid: [true], error: [null] } }],
    ['prefix', { 'detail-type': [{ prefix: 'org.signet.job.' }] }],
    ['prefix, case ignored', { detail: { state: [{ prefix: { 'equals-ignore-case': 'comp' } }] } }],
    ['suffix', { 'detail-type': [{ suffix: '.v1' }] }],
    ['suffix, case ignored', { detail: { state: [{ suffix: { 'equals-ignore-case': 'TED' } }] } }],
    ['equals-ignore-case', { detail: { state: [{ 'equals-ignore-case': 'COMPLETED' }] } }],
    ['anything-but a string', { detail: { state: [{ 'anything-but': 'Failed' }] } }],
    ['anything-but a list', { detail: { cost: [{ 'anything-but': [1, 2] }] } }],
    ['anything-but, of one member', { resources: [{ 'anything-but': ['job-1'] }] }],
    ['anything-but a prefix', { detail: { state: [{ 'anything-but': { prefix: 'Fail' } }] } }],
    ['anything-but suffixes', { detail: { path: [{ 'anything-but': { suffix: ['.png', '.jpg'] } }] } }],
    ['anything-but a wildcard', { detail: { path: [{ 'anything-but': { wildcard: '*/src/*' } }] } }],
    ['numeric, equal', { detail: { cost: [{ numeric: ['=', 5] }] } }],
    ['numeric, a range', { detail: { cost: [{ numeric: ['>', 0, '<=', 5] }] } }],
    ['exists', { detail: { error: [{ exists: true }] } }],
    ['exists: false', { detail: { gone: [{ exists: false }] } }],
    ['exists: false below an absent field', { detail: { gone: { deep: [{ exists: false }] } } }],
    ['exists: false for an object', { detail: [{ exists: false }] }],
    ['exists: false for an empty array', { detail: { tags: [{ exists: false }] } }],
    ['wildcard', { detail: { path: [{ wildcard: 'a/*/*.txt' }] } }],
    ['wildcard with an escaped star', { detail: { path: [{ wildcard: '*b\\*c.txt' }] } }],
    ['cidr', { detail: { address: [{ cidr: '10.0.0.0/24' }] } }],
    ['one of several operators', { detail: { cost: [{ numeric: ['>', 100] }, 5] } }],
    ['$or', { $or: [{ source: ['elsewhere'] }, { detail: { cost: [5] } }], resources: ['job-1'] }],
    ['$or within detail', { detail: { $or: [{ cost: [1] }, { state: ['Completed'] }] } }],
    [
      'one member of an array of objects',
      { detail: { lines: { sku: ['premium'], amount: [{ numeric: ['>', 10] }] } } },
    ],
  ])('the pattern matches %s', (_what, pattern) => expect(matches(pattern)).toBe(true))

  it.each<[string, unknown]>([
    ['another string', { source: ['/contracts/flag'] }],
    ['a string instead of a number', { detail: { cost: ['5'] } }],
    ['one of two fields', { source: ['/contracts/job'], detail: { cost: [6] } }],
    ['anything-but for an absent field', { detail: { gone: [{ 'anything-but': 'x' }] } }],
    ['anything-but the value itself', { detail: { state: [{ 'anything-but': ['Completed'] }] } }],
    ['anything-but its prefix', { detail: { state: [{ 'anything-but': { prefix: 'Comp' } }] } }],
    ['numeric, outside', { detail: { cost: [{ numeric: ['>', 5, '<', 10] }] } }],
    ['numeric for a string', { detail: { state: [{ numeric: ['>', 0] }] } }],
    ['exists for an absent field', { detail: { gone: [{ exists: true }] } }],
    ['exists: false for a present field', { detail: { error: [{ exists: false }] } }],
    ['wildcard without a match', { detail: { path: [{ wildcard: 'lib/*' }] } }],
    ['cidr, outside', { detail: { address: [{ cidr: '10.0.1.0/24' }] } }],
    ['no side of $or', { $or: [{ source: ['a'] }, { source: ['b'] }] }],
    ['a matching $or with a field that differs', { $or: [{ source: ['/contracts/job'] }, { a: [1] }], b: [1] }],
    ['two members of an array together', { detail: { lines: { sku: ['draft'], amount: [12] } } }],
  ])('the pattern does not match %s', (_what, pattern) => expect(matches(pattern)).toBe(false))

  it.each<[string, unknown, RegExp]>([
    ['a string as the pattern', 'x', /JSON object/],
    ['no fields', {}, /must not be empty/],
    ['a field without alternatives', { a: [] }, /a must not be an empty array/],
    ['a bare value', { a: { b: 'x' } }, /a\.b must be an object or an array/],
    ['an unknown operator', { a: [{ like: 'x' }] }, /a does not have the operator like/],
    ['two operators at once', { a: [{ prefix: 'x', suffix: 'y' }] }, /prefix, suffix/],
    ['a numeric without a number', { a: [{ numeric: ['>', '5'] }] }, /numeric takes/],
    ['two stars in a row', { a: [{ wildcard: 'x**' }] }, /two stars/],
    ['exists with a string', { a: [{ exists: 'yes' }] }, /true or false/],
    ['cidr without bits', { a: [{ cidr: '10.0.0.1' }] }, /cidr takes/],
  ])('the pattern is rejected with %s', (_what, pattern, rule) => expect(() => eventMatcher(pattern)).toThrow(rule))
})

describe('a generated event pattern', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const scalar = fc.oneof(
    fc.constantFrom('x', 'xy', 'Xy', 'y*', ''),
    fc.integer({ min: -3, max: 3 }),
    fc.boolean(),
    fc.constant(null),
  )
  const tree = fc.letrec<{ node: object; value: unknown }>((tie) => ({
    node: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 3 }),
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(scalar, { minLength: 1, maxLength: 3 }), tie('node')),
  }))
  const text = fc.constantFrom('x', 'y', 'xy', 'Xy')
  const operator = fc.oneof(
    scalar,
    fc.record({ exists: fc.boolean() }),
    fc.record({ prefix: text }),
    fc.record({ suffix: text }),
    fc.record({ 'equals-ignore-case': text }),
    fc.record({ wildcard: fc.constantFrom('x*', '*y', 'y\\*', '*') }),
    fc.record({ 'anything-but': fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
    fc.record({ numeric: fc.tuple(fc.constantFrom('<', '>=', '='), fc.integer({ min: -3, max: 3 })) }),
  )
  const patterns = fc.letrec<{ node: object; field: unknown }>((tie) => ({
    node: fc.dictionary(name, tie('field'), { minKeys: 1, maxKeys: 2 }),
    field: fc.oneof({ maxDepth: 3 }, fc.array(operator, { minLength: 1, maxLength: 3 }), tie('node')),
  })).node

  /** Returns a pattern that requires the value of every leaf of the event. */
  const exactPattern = (value: unknown): unknown => {
    if (Array.isArray(value)) return value
    if (typeof value !== 'object' || value === null) return [value]
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exactPattern(inner)]))
  }

  it('a pattern derived from an event matches it until a leaf differs', () => {
    fc.assert(
      fc.property(tree.node, (event) => {
        const pattern = exactPattern(event) as object
        expect(eventMatcher(pattern)(event)).toBe(true)
        expect(eventMatcher({ ...pattern, z: ['other'] })(event)).toBe(false)
      }),
    )
  })

  it('another alternative matches more events, another field fewer', () => {
    fc.assert(
      fc.property(tree.node, patterns, patterns, (event, left, right) => {
        const matchesLeft = eventMatcher(left)(event)
        const matchesRight = eventMatcher(right)(event)
        expect(eventMatcher({ $or: [left, right] })(event)).toBe(matchesLeft || matchesRight)
        expect(eventMatcher({ $or: [left, left], ...right })(event)).toBe(matchesLeft && matchesRight)
      }),
    )
  })

  it('anything-but complements a value, and exists is its own complement', () => {
    fc.assert(
      fc.property(scalar, scalar, (actual, other) => {
        const isMatch = (alternative: unknown) => eventMatcher({ a: [alternative] })({ a: actual })
        expect(isMatch({ 'anything-but': [other] })).toBe(!isMatch(other))
        expect(isMatch({ exists: true })).toBe(true)
        expect(eventMatcher({ b: [{ exists: false }] })({ a: actual })).toBe(true)
      }),
    )
  })

  it('a wildcard matches its parts in order', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', 'ab', '.', '\\'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(parts, fc.array(fc.constantFrom('a', 'b', '.', '\\', '*'), { maxLength: 8 }), (pieces, letters) => {
        const actual = letters.join('')
        const wildcard = pieces.map((part) => part.replaceAll('\\', '\\\\')).join('*')
        // Matching the leftmost occurrences is sufficient, except that the last part must end the text.
        const [first = '', ...middleParts] = pieces
        const last = middleParts.pop()
        let position = actual.startsWith(first) ? first.length : -1
        for (const part of middleParts)
          position =
            position < 0 ? -1 : actual.indexOf(part, position) < 0 ? -1 : actual.indexOf(part, position) + part.length
        const isEnd =
          last === undefined
            ? actual === first
            : position >= 0 && actual.endsWith(last) && actual.length - last.length >= position
        expect(eventMatcher({ a: [{ wildcard }] })({ a: actual })).toBe(isEnd)
      }),
    )
  })
})
