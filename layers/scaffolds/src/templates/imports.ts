const IMPORT = /^import (?:type )?(?:\{[^}]*\}|\* as \w+|\w+) from '[^']+'(?:\n|$)/gm
const NAMES = /\{([^}]*)\}/
/** Longest line of code, as the formatter has it. */
const WIDTH = 120

/** Code without comments and texts, whose words use nothing. Texts with backticks stay: they may contain code. */
const codeOnly = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gm, ' ')

/** The name that an import gives to a file: `b` of `type a as b`. */
const localName = (name: string): string => name.replace(/^.* /, '')

const written = (statement: string, names: readonly string[]): string => {
  const line = statement.replace(NAMES, `{ ${names.join(', ')} }`)
  return line.length - 1 <= WIDTH
    ? line
    : statement.replace(NAMES, `{\n${names.map((name) => `  ${name},\n`).join('')}}`)
}

/**
 * Removes imported names that the code does not use. Templates import for all their conditions; a project has the imports
 * of those that hold.
 */
export const withoutUnusedImports = (text: string): string => {
  const words = new Set(codeOnly(text.replace(IMPORT, '')).match(/[\w$]+/g))
  // A name that a template has twice has a dollar sign at one of them.
  const isUsed = (name: string): boolean => words.has(name) || words.has(`$${name}`)
  return text.replace(IMPORT, (statement) => {
    const [, list] = NAMES.exec(statement) ?? []
    if (list === undefined) return isUsed(/(\w+) from/.exec(statement)?.[1] ?? '') ? statement : ''
    const names = list.split(',').map((name) => name.trim().replace(/\s+/g, ' '))
    const used = names.filter((name) => name !== '' && isUsed(localName(name)))
    return used.length === 0 ? '' : written(statement, used)
  })
}
