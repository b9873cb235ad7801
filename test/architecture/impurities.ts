import type { SourceFile } from '../support/source-files.ts'
import type { Import } from './module-facts.ts'
import { lineOf, type Node, parsedSource } from './syntax-tree.ts'

/** A use of the clock, the locale, randomness or the like, so that the same call can return different results. */
export interface Impurity {
  readonly line: number
  readonly what: string
}

/** Globals by their kind of impurity. */
const GLOBALS: Readonly<Record<string, string>> = {
  performance: 'the clock',
  setTimeout: 'the clock',
  setInterval: 'the clock',
  setImmediate: 'the clock',
  Intl: 'the locale',
  process: 'the environment',
  navigator: 'the environment',
  localStorage: 'the environment',
  fetch: 'the network',
}

/** Members by their kind of impurity, on any object: `globalThis.crypto.randomUUID` too. */
const MEMBERS: Readonly<Record<string, string>> = {
  localeCompare: 'the locale',
  randomUUID: 'randomness',
  getRandomValues: 'randomness',
}

const MEMBERS_OF: Readonly<Record<string, string>> = {
  'Date.now': 'the clock',
  'Math.random': 'randomness',
}

/** Pure exports of Node's modules. */
const PURE_NODE: Readonly<Record<string, readonly string[]>> = {
  'node:buffer': ['Buffer', 'isAscii', 'isUtf8'],
  'node:crypto': ['createHash', 'createHmac'],
}

/** Every impure file contains one of these words. Files without them are not parsed. */
const MAY_BE_IMPURE = new RegExp(
  `\\b(?:${[...Object.keys(GLOBALS), ...Object.keys(MEMBERS), 'Date', 'Math', 'toLocale\\w*'].join('|')})\\b`,
)

const nameOf = (node: Node | undefined): string => String(node?.name ?? node?.value ?? '')

const memberImpurity = (object: Node, name: string): string | undefined => {
  if (object.type === 'Identifier' && object.name === 'globalThis' && Object.hasOwn(GLOBALS, name)) return GLOBALS[name]
  if (name.startsWith('toLocale')) return 'the locale'
  const full = `${nameOf(object.type === 'MemberExpression' ? (object.property as Node) : object)}.${name}`
  if (Object.hasOwn(MEMBERS_OF, full)) return MEMBERS_OF[full]
  return Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined
}

/** Matches `new Date()` and `Date()`; `new Date(0)` only converts. */
const readsCurrentDate = ({ type, callee, arguments: args }: Node): boolean => {
  const isDate = (callee as Node | undefined)?.type === 'Identifier' && nameOf(callee as Node) === 'Date'
  return isDate && (type === 'CallExpression' || (type === 'NewExpression' && (args as unknown[]).length === 0))
}

const impurityOf = (node: Node): string | undefined => {
  if (node.type === 'MemberExpression') return memberImpurity(node.object as Node, nameOf(node.property as Node))
  if (readsCurrentDate(node)) return 'the clock'
  return node.type === 'Identifier' && Object.hasOwn(GLOBALS, nameOf(node)) ? GLOBALS[nameOf(node)] : undefined
}

/** Matches members that name something without reading it: `{ process: 1 }`, `.process`. */
const isNameOnly = ({ type, computed }: Node, member: string): boolean =>
  computed !== true && ((type === 'MemberExpression' && member === 'property') || member === 'key')

const impuritiesIn = (node: unknown, text: string): Impurity[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((child) => impuritiesIn(child, text))
  const what = impurityOf(node as Node)
  if (what !== undefined) return [{ line: lineOf(text, (node as Node).start), what }]
  return Object.entries(node).flatMap(([member, child]) =>
    isNameOnly(node as Node, member) ? [] : impuritiesIn(child, text),
  )
}

const importImpurities = (imports: readonly Import[]): Impurity[] =>
  imports.flatMap(({ specifier, names, isType, line }) => {
    if (!specifier.startsWith('node:') || isType) return []
    const pure = PURE_NODE[specifier] ?? []
    return names.length > 0 && names.every((name) => pure.includes(name)) ? [] : [{ line, what: specifier }]
  })

/**
 * Lists the lines on which the file reads the clock, the locale, the environment or random values, or imports code with
 * input or output.
 */
export const impuritiesOf = (file: SourceFile, imports: readonly Import[]): readonly Impurity[] => [
  ...importImpurities(imports),
  ...(MAY_BE_IMPURE.test(file.text) ? impuritiesIn(parsedSource(file).program.body, file.text) : []),
]
