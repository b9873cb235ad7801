import type { ComponentChildren } from 'preact'
import Prism from 'prismjs/components/prism-core.js'
import 'prismjs/components/prism-clike.js'
import 'prismjs/components/prism-javascript.js'
import 'prismjs/components/prism-typescript.js'
import 'prismjs/components/prism-bash.js'
import 'prismjs/components/prism-python.js'
import 'prismjs/components/prism-json.js'
import type { Language } from './language.ts'

type Token = string | { readonly type: string; readonly content: Token | readonly Token[] }

const TOKEN_CLASSES: Readonly<Record<string, string>> = {
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

const render = (token: Token | readonly Token[]): ComponentChildren => {
  if (typeof token === 'string') return token
  if (Array.isArray(token)) return token.map(render)
  const { type, content } = token as Exclude<Token, string>
  const tokenClass = TOKEN_CLASSES[type]
  return tokenClass === undefined ? render(content) : <span class={tokenClass}>{render(content)}</span>
}

/** Returns a text as highlighted elements. Tokens stay text and cannot become markup. */
export const highlight = (text: string, language: Language): ComponentChildren => {
  const grammar = Prism.languages[language]
  return grammar === undefined ? text : render(Prism.tokenize(text, grammar) as readonly Token[])
}
