import type { ComponentChildren } from 'preact'
import Prism from 'prismjs/components/prism-core.js'
import 'prismjs/components/prism-clike.js'
import 'prismjs/components/prism-javascript.js'
import 'prismjs/components/prism-typescript.js'
import 'prismjs/components/prism-bash.js'
import 'prismjs/components/prism-python.js'
import 'prismjs/components/prism-json.js'
import type { Language } from './language.ts'

type Part = string | { readonly type: string; readonly content: Part | readonly Part[] }

const KINDS: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  function: 'keyword',
  builtin: 'keyword',
  boolean: 'keyword',
  string: 'string',
  'template-string': 'string',
  'triple-quoted-string': 'string',
  property: 'keyword',
  comment: 'comment',
  number: 'number',
}

const rendered = (part: Part | readonly Part[]): ComponentChildren => {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(rendered)
  const { type, content } = part as Exclude<Part, string>
  const kind = KINDS[type]
  return kind === undefined ? rendered(content) : <span class={kind}>{rendered(content)}</span>
}

/** Returns a text as highlighted elements. Tokens stay text and cannot become markup. */
export const highlight = (text: string, language: Language): ComponentChildren => {
  const grammar = Prism.languages[language]
  return grammar === undefined ? text : rendered(Prism.tokenize(text, grammar) as readonly Part[])
}
