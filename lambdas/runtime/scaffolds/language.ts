const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mjs: 'javascript',
  js: 'javascript',
  json: 'json',
  jsonc: 'jsonc',
  md: 'markdown',
  yml: 'yaml',
  yaml: 'yaml',
  sql: 'sql',
  html: 'html',
  css: 'css',
  toml: 'toml',
}

/** The language of a file by the ending of its name. */
export const languageOf = (path: string): string => LANGUAGES[/\.([a-z]+)$/.exec(path)?.[1] ?? ''] ?? 'text'
