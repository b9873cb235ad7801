import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import { TEMPLATE_FILES } from '../../template-files.ts'
import type { Code } from '../code.ts'
import type { Case, Level, RenderedFiles, Suite } from '../design.ts'
import { type EntityNames, fill } from '../names.ts'
import {
  conditionKey,
  conditionsIn,
  expandLists,
  type Flags,
  hasLists,
  type Lists,
  selectLines,
  TemplateError,
  withValues,
} from './directives.ts'

let cachedTemplatesSha256: string | undefined

/** The version of the template set: SHA-256 of all templates by path and digest. */
export const templatesSha256 = (): string => {
  cachedTemplatesSha256 ??= jsonSha256(
    Object.entries(TEMPLATE_FILES).map(([path, text]) => ({ path, sha256: sha256Hex(text) })),
  )
  return cachedTemplatesSha256
}

const IMPORT = /^import (?:type )?(?:\{[^}]*\}|\* as \w+|\w+) from '[^']+'(?:\n|$)/gm
const NAMED_IMPORTS = /\{([^}]*)\}/
/** Longest line of code, as the formatter has it. */
const MAX_LINE_LENGTH = 120

/** Removes comments and strings, which use no imports. Template literals remain, because they may contain code. */
const withoutCommentsAndStrings = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gm, ' ')

/** Returns the local name of an import: `b` for `type a as b`. */
const localName = (name: string): string => name.replace(/^.* /, '')

const importStatement = (statement: string, names: readonly string[]): string => {
  const line = statement.replace(NAMED_IMPORTS, `{ ${names.join(', ')} }`)
  // 1: the line break.
  return line.length - 1 <= MAX_LINE_LENGTH
    ? line
    : statement.replace(NAMED_IMPORTS, `{\n${names.map((name) => `  ${name},\n`).join('')}}`)
}

/** Removes imported names that the code does not use. A template imports the names of all its conditions. */
export const withoutUnusedImports = (text: string): string => {
  const words = new Set(withoutCommentsAndStrings(text.replace(IMPORT, '')).match(/[\w$]+/g))
  // A name that a template declares twice, under two conditions, has a dollar sign in one of them.
  const isUsed = (name: string): boolean => words.has(name) || words.has(`$${name}`)
  return text.replace(IMPORT, (statement) => {
    const [, list] = NAMED_IMPORTS.exec(statement) ?? []
    if (list === undefined) return isUsed(/(\w+) from/.exec(statement)?.[1] ?? '') ? statement : ''
    const names = list.split(',').map((name) => name.trim().replace(/\s+/g, ' '))
    const used = names.filter((name) => name !== '' && isUsed(localName(name)))
    return used.length === 0 ? '' : importStatement(statement, used)
  })
}

const CASE_BLOCK =
  /^\/\/ #case (unit|integration|e2e): (.+)\ntest\((['"])given (.*), when (.*), then (.*)\3, async \(\) => \{\n([\s\S]*?)^\}\)$/gm

const caseOf = ([, level, traces = '', quote = '', given = '', when = '', outcome = '', body = '']: readonly (
  | string
  | undefined
)[]): Case => {
  const unescapeQuotes = (text: string): Code => text.replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\') as Code
  return {
    level: level as Level,
    given: unescapeQuotes(given),
    when: unescapeQuotes(when),
    outcome: unescapeQuotes(outcome),
    traces: traces.split(', '),
    body: body.trimEnd() as Code,
  }
}

/**
 * Parses the suite of a test file. The head ends where the first case begins. A case is a test after a comment with its
 * level and the keys of the requirements and threats that it traces.
 */
export const suiteOf = (path: string, text: string): Suite => {
  const cases = [...text.matchAll(CASE_BLOCK)]
  if (cases.length !== text.split('// #case ').length - 1 || cases.length !== text.split(/^test\(/m).length - 1)
    throw new TemplateError(`${path} has a test without a #case comment`)
  return { path, head: text.slice(0, cases[0]?.index).trim() as Code, cases: cases.map(caseOf) }
}

export interface TemplateInput {
  readonly flags?: Flags
  /** Text of callers is only passed as a literal: see code.ts. */
  readonly values?: Readonly<Record<string, Code | number>>
  readonly lists?: Lists
  /** Names for `$entity` and the like. If absent, the design fills them in. */
  readonly names?: EntityNames
}

interface Template {
  readonly path: string
  readonly text: string
  readonly conditions: readonly string[]
  /** Cached texts by condition key. */
  readonly texts: Map<string, string>
}

const folders = new Map<string, readonly Template[]>()

const templatesIn = (folder: string): readonly Template[] => {
  const cached = folders.get(folder)
  if (cached !== undefined) return cached
  const prefix = `${folder}/`
  const files = Object.entries(TEMPLATE_FILES).flatMap(([path, text]): Template[] =>
    path.startsWith(prefix)
      ? [{ path: path.slice(prefix.length), text, conditions: conditionsIn(text), texts: new Map() }]
      : [],
  )
  if (files.length === 0) throw new TemplateError(`unknown folder ${folder}`)
  folders.set(folder, files)
  return files
}

const isSuite = (path: string): boolean => /^test\/.*\.test\.ts$/.test(path)

const withoutDirectives = (path: string, text: string, flags: Flags): string => {
  const lines = selectLines(text, flags)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return path.endsWith('.ts') ? withoutUnusedImports(lines).trim() : lines
}

/**
 * Returns the text of a template without its directives. Texts without lists depend only on conditions and are cached.
 */
const textOf = ({ path, text, conditions, texts }: Template, flags: Flags, lists: Lists): string => {
  if (hasLists(text)) return withoutDirectives(path, expandLists(text, flags, lists), flags)
  const key = conditionKey(conditions, flags)
  const cachedText = texts.get(key) ?? withoutDirectives(path, text, flags)
  texts.set(key, cachedText)
  return cachedText
}

/** Renders the templates of a folder below `templates/`. A file without remaining lines is omitted. */
export const templates = (folder: string, input: TemplateInput = {}): RenderedFiles => {
  const { flags = {}, values = {}, lists = {}, names } = input
  const fillNames = (text: string): string => (names === undefined ? text : fill(text, names))
  const rendered = templatesIn(folder).flatMap((template) => {
    const text = textOf(template, flags, lists)
    return text === '' ? [] : [{ path: fillNames(template.path), content: fillNames(withValues(text, values)) as Code }]
  })
  return {
    files: rendered.filter(({ path }) => !isSuite(path)),
    suites: rendered.filter(({ path }) => isSuite(path)).map(({ path, content }) => suiteOf(path, content)),
  }
}
