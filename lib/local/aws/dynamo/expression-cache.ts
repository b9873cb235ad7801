/** The context of one of dynalite's parsers. It removes each name and value that it uses from the two `unused` records. */
interface ParseContext {
  readonly attrNames?: Readonly<Record<string, string>> | undefined
  readonly attrVals?: Readonly<Record<string, object>> | undefined
  readonly unusedAttrNames: Record<string, boolean>
  readonly unusedAttrVals: Record<string, boolean>
  readonly isKeyCondition?: boolean
}

/** A parser of dynalite. It returns a tree, which holds the very values that it was given, or the text of a refusal. */
export interface ExpressionParser {
  parse(expression: string, options: { readonly context: ParseContext }): unknown
}

interface CachedExpression {
  readonly tree: object
  readonly names: ReadonlyMap<unknown, string>
  readonly usedNames: readonly string[]
  readonly usedValues: readonly string[]
}

/** Expressions are written in code, so there are few; expressions made from data must not fill the memory. */
const MOST = 2_000

/** For these operators parsers look at the values themselves, otherwise only at their types. */
const LOOKS_AT_VALUES = /between|attribute_type/i

/** Equal for the same expression with the same names, and values of the same types. */
const keyOf = (expression: string, { attrNames, attrVals, isKeyCondition }: ParseContext): string =>
  JSON.stringify([
    expression,
    isKeyCondition === true,
    attrNames,
    Object.entries(attrVals ?? {}).map(([name, value]) => [name, Object.keys(value)]),
  ])

/** Copies the tree with other values in it. The whole tree is copied, because the check of key conditions changes it. */
const withValues = (part: unknown, names: CachedExpression['names'], values: ParseContext['attrVals']): unknown => {
  if (typeof part !== 'object' || part === null) return part
  const name = names.get(part)
  if (name !== undefined) return values?.[name]
  if (Array.isArray(part)) return part.map((each) => withValues(each, names, values))
  // Without a prototype where it had none: an attribute may be called like a member of Object.prototype.
  const copy = Object.create(Object.getPrototypeOf(part)) as Record<string, unknown>
  for (const [member, each] of Object.entries(part)) copy[member] = withValues(each, names, values)
  return copy
}

const allUnused = (all: object | undefined): Record<string, boolean> =>
  Object.fromEntries(Object.keys(all ?? {}).map((name) => [name, true]))

const usedOf = (all: object | undefined, unused: object): string[] =>
  Object.keys(all ?? {}).filter((name) => !Object.hasOwn(unused, name))

const parsed = (
  parse: ExpressionParser['parse'],
  expression: string,
  context: ParseContext,
): CachedExpression | undefined => {
  const { attrNames, attrVals } = context
  const unused = { unusedAttrNames: allUnused(attrNames), unusedAttrVals: allUnused(attrVals) }
  const tree = parse(expression, { context: { ...context, ...unused } })
  if (typeof tree !== 'object' || tree === null) return undefined
  return {
    tree,
    names: new Map(Object.entries(attrVals ?? {}).map(([name, value]) => [value, name])),
    usedNames: usedOf(attrNames, unused.unusedAttrNames),
    usedValues: usedOf(attrVals, unused.unusedAttrVals),
  }
}

/**
 * Lets a parser of dynalite cache its trees: parsing takes most of the time of a small call, and functions send
 * the same few expressions with other values. Refusals are not kept.
 */
export const cacheParsed = (parser: ExpressionParser): void => {
  const parse = parser.parse.bind(parser)
  const cache = new Map<string, CachedExpression>()
  parser.parse = (expression, options) => {
    const { context } = options
    if (LOOKS_AT_VALUES.test(expression)) return parse(expression, options)
    const key = keyOf(expression, context)
    const kept = cache.get(key) ?? parsed(parse, expression, context)
    if (kept === undefined) return parse(expression, options)
    if (cache.size >= MOST) cache.clear()
    cache.set(key, kept)
    for (const name of kept.usedNames) delete context.unusedAttrNames[name]
    for (const name of kept.usedValues) delete context.unusedAttrVals[name]
    return withValues(kept.tree, kept.names, context.attrVals)
  }
}
