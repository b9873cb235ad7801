import fc from 'fast-check'

type Value = Readonly<Record<string, unknown>>
/** An expression with its placeholders; combined expressions use distinct ones. */
export interface Expression {
  readonly text: string
  readonly names: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, Value>>
}

const number = fc.constantFrom('0', '1', '2', '-3', '1.5', '100', '1E2')
const text = fc.constantFrom('', 'a', 'ab', 'b', 'é')
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.record({ N: number }),
  fc.record({ S: text }),
  fc.record({ BOOL: fc.boolean() }),
  fc.constant({ NULL: true }),
)
const strings: fc.Arbitrary<Value> = fc.record({
  SS: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
})
const list: fc.Arbitrary<Value> = fc.record({ L: fc.array(scalar, { maxLength: 3 }) })
const map: fc.Arbitrary<Value> = fc.record({ M: fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }) })
const anything = fc.oneof({ weight: 4, arbitrary: scalar }, strings, list, map)

/**
 * Attributes of an item other than its key. Their domains are small, so that conditions are true about as often as
 * false.
 */
export const attributes: fc.Arbitrary<Record<string, Value>> = fc.record(
  {
    n: fc.record({ N: number }),
    s: fc.record({ S: text }),
    m: map,
    l: list,
    ss: strings,
    any: anything,
    // Only 10 is before the `:now` of 15 in operations.ts. An expired item exists until it is collected.
    expires_at: fc.record({ N: fc.constantFrom('10', '20', '99999999999') }),
    gsi1pk: fc.constantFrom({ S: '%RUN%g' }, { S: '%RUN%h' }),
    gsi1sk: fc.constantFrom({ S: '1' }, { S: '2' }, { S: '3' }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, Value>>

type Names = Record<string, string>
interface Path {
  readonly text: string
  readonly names: Names
}
const topLevelPath = (name: string): Path => ({ text: `#${name}`, names: { [`#${name}`]: name } })
const path: fc.Arbitrary<Path> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('n', 's', 'any', 'ss', 'l', 'm', 'expires_at', 'absent').map(topLevelPath) },
  { weight: 2, arbitrary: fc.constantFrom('x', 'y').map((key) => ({ text: `#m.${key}`, names: { '#m': 'm' } })) },
  { weight: 1, arbitrary: fc.constantFrom('0', '2').map((at) => ({ text: `#l[${at}]`, names: { '#l': 'l' } })) },
)

const equality = fc.constantFrom('=', '<>')
const ordering = fc.constantFrom('<', '<=', '>', '>=')
const comparator = fc.oneof(equality, ordering)
const mostlyComparable = fc.oneof(
  { weight: 9, arbitrary: fc.oneof(fc.record({ N: number }), fc.record({ S: text })) },
  anything,
)
/** A part of an expression. `put` returns the placeholder of a value. */
type ExpressionPart = { readonly names: Names; readonly write: (put: (value: Value) => string) => string }

const leaf: fc.Arbitrary<ExpressionPart> = fc.oneof(
  ...[
    { weight: 3, op: equality, value: anything },
    { weight: 4, op: ordering, value: mostlyComparable },
  ].map(({ weight, op, value }) => ({
    weight,
    arbitrary: fc.tuple(path, op, value).map(
      ([at, sign, against]): ExpressionPart => ({
        names: at.names,
        write: (put) => `${at.text} ${sign} ${put(against)}`,
      }),
    ),
  })),
  fc.tuple(path, comparator, path).map(
    ([left, op, right]): ExpressionPart => ({
      names: { ...left.names, ...right.names },
      write: () => `${left.text} ${op} ${right.text}`,
    }),
  ),
  fc.tuple(path, number, number).map(
    ([at, low, high]): ExpressionPart => ({
      names: at.names,
      write: (put) => `${at.text} BETWEEN ${put({ N: low })} AND ${put({ N: high })}`,
    }),
  ),
  fc.tuple(path, fc.array(scalar, { minLength: 1, maxLength: 3 })).map(
    ([at, all]): ExpressionPart => ({
      names: at.names,
      write: (put) => `${at.text} IN (${all.map(put).join(', ')})`,
    }),
  ),
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('attribute_exists', 'attribute_not_exists'), path)
      .map(([fn, at]): ExpressionPart => ({ names: at.names, write: () => `${fn}(${at.text})` })),
  },
  fc.tuple(path, fc.constantFrom('S', 'N', 'SS', 'L', 'M', 'BOOL', 'NULL')).map(
    ([at, type]): ExpressionPart => ({
      names: at.names,
      write: (put) => `attribute_type(${at.text}, ${put({ S: type })})`,
    }),
  ),
  fc.tuple(path, text).map(
    ([at, start]): ExpressionPart => ({
      names: at.names,
      write: (put) => `begins_with(${at.text}, ${put({ S: start })})`,
    }),
  ),
  fc
    .tuple(path, scalar)
    .map(([at, value]): ExpressionPart => ({ names: at.names, write: (put) => `contains(${at.text}, ${put(value)})` })),
  fc.tuple(path, comparator, number).map(
    ([at, op, size]): ExpressionPart => ({
      names: at.names,
      write: (put) => `size(${at.text}) ${op} ${put({ N: size })}`,
    }),
  ),
)

const { condition: tree } = fc.letrec<{ condition: ExpressionPart }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
    { weight: 5, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc.tuple(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition')).map(
        ([left, op, right]): ExpressionPart => ({
          names: { ...left.names, ...right.names },
          write: (put) => `(${left.write(put)}) ${op} (${right.write(put)})`,
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: tie('condition').map(
        (inner): ExpressionPart => ({ names: inner.names, write: (put) => `NOT (${inner.write(put)})` }),
      ),
    },
  ),
}))

const expressionFrom = (part: ExpressionPart, prefix: string): Expression => {
  const values: Record<string, Value> = {}
  const put = (value: Value): string => {
    const name = `:${prefix}${Object.keys(values).length}`
    values[name] = value
    return name
  }
  return { text: part.write(put), names: part.names, values }
}

export const condition: fc.Arbitrary<Expression> = tree.map((part) => expressionFrom(part, 'c'))

type Clause = ExpressionPart & { readonly verb: 'SET' | 'REMOVE' | 'ADD' | 'DELETE' }
const clause: fc.Arbitrary<Clause> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, anything)
      .map(([at, value]): Clause => ({ verb: 'SET', names: at.names, write: (put) => `${at.text} = ${put(value)}` })),
  },
  fc.tuple(path, path, fc.constantFrom('+', '-'), number).map(
    ([to, from, sign, n]): Clause => ({
      verb: 'SET',
      names: { ...to.names, ...from.names },
      write: (put) => `${to.text} = ${from.text} ${sign} ${put({ N: n })}`,
    }),
  ),
  fc.tuple(path, path, anything).map(
    ([to, from, value]): Clause => ({
      verb: 'SET',
      names: { ...to.names, ...from.names },
      write: (put) => `${to.text} = if_not_exists(${from.text}, ${put(value)})`,
    }),
  ),
  fc.tuple(list, fc.boolean()).map(([value, first]): Clause => {
    const write = (put: (value: Value) => string) =>
      first ? `#l = list_append(${put(value)}, #l)` : `#l = list_append(#l, ${put(value)})`
    return { verb: 'SET', names: { '#l': 'l' }, write }
  }),
  {
    weight: 2,
    arbitrary: path.map((at): Clause => ({ verb: 'REMOVE', names: at.names, write: () => at.text })),
  },
  fc
    .constantFrom('gsi1pk', 'gsi1sk')
    .map((name): Clause => ({ verb: 'REMOVE', names: topLevelPath(name).names, write: () => `#${name}` })),
  fc
    .tuple(fc.constantFrom('n', 'absent', 'any').map(topLevelPath), number)
    .map(([at, n]): Clause => ({ verb: 'ADD', names: at.names, write: (put) => `${at.text} ${put({ N: n })}` })),
  fc.tuple(fc.constantFrom('ADD', 'DELETE'), strings).map(
    ([verb, value]): Clause => ({
      verb: verb as 'ADD' | 'DELETE',
      names: { '#ss': 'ss' },
      write: (put) => `#ss ${put(value)}`,
    }),
  ),
)

/** Generates one to three clauses. Some overlap or do not match the stored item; every engine rejects those. */
export const update: fc.Arbitrary<Expression> = fc.array(clause, { minLength: 1, maxLength: 3 }).map((clauses) => {
  const write: ExpressionPart['write'] = (put) =>
    (['SET', 'REMOVE', 'ADD', 'DELETE'] as const)
      .map((verb) => ({ verb, own: clauses.filter((each) => each.verb === verb) }))
      .filter(({ own }) => own.length > 0)
      .map(({ verb, own }) => `${verb} ${own.map((each) => each.write(put)).join(', ')}`)
      .join(' ')
  return expressionFrom({ names: Object.assign({}, ...clauses.map(({ names }) => names)), write }, 'u')
})

/** Returns the fields of an input that define the placeholders of its expressions. */
export const placeholders = (...all: readonly (Expression | undefined)[]): Record<string, unknown> => {
  const names = Object.assign({}, ...all.map((each) => each?.names ?? {}))
  const values = Object.assign({}, ...all.map((each) => each?.values ?? {}))
  return {
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  }
}
