export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const identifier = /^[A-Za-z_$][\w$]*$/

/**
 * Returns true if the text may be a name without quotes. Reserved words are included, because they are valid member
 * names.
 */
export const isIdentifier = (text: string): boolean => identifier.test(text)

export const memberName = (name: string): string => (isIdentifier(name) ? name : quoted(name))

const MAX_COMMENT_LINE = 110

const wrapLine = (line: string): readonly string[] => {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= MAX_COMMENT_LINE)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Returns a doc comment of sentences, in one line if it fits; empty without sentences. */
export const docComment = (lines: readonly string[], indent = ''): string => {
  const sentences = lines
    .flatMap((line) => line.replaceAll('*/', '*\\/').split('\n'))
    .filter((line) => line.trim() !== '')
    .flatMap(wrapLine)
  const [onlySentence] = sentences
  if (onlySentence === undefined) return ''
  if (sentences.length === 1) return `${indent}/** ${onlySentence} */\n`
  return `${indent}/**\n${sentences.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

export const indented = (text: string): string => text.replaceAll('\n', '\n  ')
