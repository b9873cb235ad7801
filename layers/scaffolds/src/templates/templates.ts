import { TEMPLATE_FILES } from '../../template-files.ts'
import type { Code } from '../code.ts'
import type { Rendered } from '../design.ts'
import { type EntityNames, fill } from '../names.ts'
import {
  conditionsIn,
  type Flags,
  hasLists,
  keyOf,
  type Lists,
  repeated,
  selected,
  TemplateError,
  withValues,
} from './directives.ts'
import { withoutUnusedImports } from './imports.ts'
import { suiteOf } from './suites.ts'

export interface TemplateInput {
  readonly flags?: Flags
  /** Text of callers gets in as a literal alone: see code.ts. */
  readonly values?: Readonly<Record<string, Code | number>>
  readonly lists?: Lists
  /** Names for `$entity` and the like; without them the design puts in its own. */
  readonly names?: EntityNames
}

interface Template {
  readonly path: string
  readonly text: string
  readonly conditions: readonly string[]
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
  if (files.length === 0) throw new TemplateError(`there is no folder ${folder}`)
  folders.set(folder, files)
  return files
}

const isSuite = (path: string): boolean => /^test\/.*\.test\.ts$/.test(path)

const chosen = (path: string, text: string, flags: Flags): string => {
  const lines = selected(text, flags)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return path.endsWith('.ts') ? withoutUnusedImports(lines).trim() : lines
}

/** The text of a template without its directives. Texts without lists depend on conditions alone, and are kept. */
const textOf = ({ path, text, conditions, texts }: Template, flags: Flags, lists: Lists): string => {
  if (hasLists(text)) return chosen(path, repeated(text, flags, lists), flags)
  const key = keyOf(conditions, flags)
  const before = texts.get(key) ?? chosen(path, text, flags)
  texts.set(key, before)
  return before
}

/** Renders the templates of a folder below `templates/`. A file without a line that holds is left out. */
export const templates = (folder: string, input: TemplateInput = {}): Rendered => {
  const { flags = {}, values = {}, lists = {}, names } = input
  const named = (text: string): string => (names === undefined ? text : fill(text, names))
  const rendered = templatesIn(folder).flatMap((template) => {
    const text = textOf(template, flags, lists)
    return text === '' ? [] : [{ path: named(template.path), content: named(withValues(text, values)) as Code }]
  })
  return {
    files: rendered.filter(({ path }) => !isSuite(path)),
    suites: rendered.filter(({ path }) => isSuite(path)).map(({ path, content }) => suiteOf(path, content)),
  }
}
