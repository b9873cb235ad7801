import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'
import { parseSync } from 'oxc-parser'

/** Members of definitions that hold a schema: nothing reads them before a request of their route arrives. */
const SCHEMA_MEMBERS = new Set(['schema', 'params', 'query', 'headers', 'body', 'input', 'output'])

/** Methods that only schemas have, so that `Flag.partial()` is one too, wherever `Flag` comes from. */
const SCHEMA_METHODS = new Set(
  'extend safeExtend omit pick partial required optional nullable nullish default prefault describe meta'.split(' '),
)

/** A schema that is made once, at its first use; and a computed member that keeps its first value. */
const RUNTIME = `
  export const lateSchema = (make) => {
    let made
    const schema = () => (made ??= make())
    return new Proxy({}, {
      get: (_, key) => Reflect.get(schema(), key),
      has: (_, key) => Reflect.has(schema(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
    })
  }
  export const keptMember = (object, key, value) => {
    Object.defineProperty(object, key, { value, enumerable: true })
    return value
  }
`

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** The name that `z.string().min(1)` begins with, and the method that it ends with; undefined for anything else. */
const chainOf = (node: Node): { readonly root: string; readonly method: string } | undefined => {
  if (node.type !== 'CallExpression') return undefined
  let at = node.callee as Node
  const method = at.type === 'MemberExpression' ? String((at.property as Node).name) : ''
  while (at.type === 'MemberExpression' || at.type === 'CallExpression') {
    at = (at.type === 'MemberExpression' ? at.object : at.callee) as Node
  }
  return at.type === 'Identifier' ? { root: String(at.name), method } : undefined
}

const isSchema = (node: Node): boolean => {
  const { root, method = '' } = chainOf(node) ?? {}
  return root === 'z' ? !/parse/i.test(method) : SCHEMA_METHODS.has(method)
}

type Edit = readonly [start: number, end: number, text: string]

const INSIDE_FUNCTION = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const editsIn = (node: unknown): Edit[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(editsIn)
  const { type, start, end, kind, computed, key, value } = node as Node & { readonly key?: Node; readonly value?: Node }
  // Code inside a function waits for its call.
  if (INSIDE_FUNCTION.has(type)) return []
  if (isSchema(node as Node))
    return [[start, start, '/* @__PURE__ */ lateSchema(() => '] as const, [end, end, ')'] as const]
  const name = key?.type === 'Identifier' && computed === false ? String(key.name) : ''
  const isComputedByCall = value?.type === 'CallExpression' && !isSchema(value)
  if (type === 'Property' && kind === 'init' && SCHEMA_MEMBERS.has(name) && isComputedByCall) {
    return [
      [start, value.start, `get ${name}() { return keptMember(this, '${name}', `],
      [end, end, ') }'],
    ]
  }
  return Object.values(node).flatMap(editsIn)
}

/**
 * The same module with schemas that are made when a request or a row first needs them. Every other line of it stays
 * where it was.
 * @throws Error when the module does not parse.
 */
export const withLateSchemas = (path: string, text: string): string => {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const edits = editsIn(program.body)
  if (edits.length === 0) return text
  let made = "import { keptMember, lateSchema } from 'late-schemas';"
  let at = 0
  for (const [start, end, instead] of edits) {
    made += text.slice(at, start) + instead
    at = end
  }
  return made + text.slice(at)
}

/** Claims of credentials, calls of services and messages: most functions load them, and few of their requests read one. */
const LOADED_BY_MANY = /-(?:claims|call|queue)\.ts$/

/**
 * Whether the schemas of a file wait for their first use: those of contracts, of files that declare kinds of rows, and of
 * files that many functions load. A schema elsewhere is made when its module loads.
 */
export const hasLateSchemas = (path: string, text: string): boolean =>
  /[\\/]contract[\\/]/.test(path) || /-rows?\.ts$/.test(path) || text.includes('rowKind(') || LOADED_BY_MANY.test(path)

/**
 * A function serves few of its routes between two cold starts, and looks at no schema of its answers: made on loading, the
 * schemas of contracts and rows were a fifth of load and first answer (docs/adr/0022). Authors write plain zod; what waits is
 * decided here.
 */
export const lateSchemas: Plugin = {
  name: 'late-schemas',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /[\\/](?:lambdas|layers)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!hasLateSchemas(path, text)) return undefined
      return { contents: withLateSchemas(path, text), loader: 'ts', resolveDir: dirname(path) }
    })
    onResolve({ filter: /^late-schemas$/ }, () => ({ path: 'late-schemas', namespace: 'signet', sideEffects: false }))
    onLoad({ filter: /^late-schemas$/, namespace: 'signet' }, () => ({ contents: RUNTIME, loader: 'js' }))
  },
}
