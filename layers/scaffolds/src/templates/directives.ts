export type Flags = Readonly<Record<string, boolean>>
/** Text for placeholders, by name without the dollar sign. */
export type Values = Readonly<Record<string, string | number>>

/** One repetition of the lines between `#each` and `#endeach`. */
export interface Item {
  readonly flags?: Flags
  readonly values: Values
}
export type Lists = Readonly<Record<string, readonly Item[]>>

export class TemplateError extends Error {
  constructor(fault: string) {
    super(`The template is invalid: ${fault}`)
    this.name = 'TemplateError'
  }
}

const DIRECTIVE = /^\s*(?:\/\/|--|#) #(if|else|endif)\b ?(.*)$/
const IF = /^\s*(?:\/\/|--|#) #if (.*)$/gm
const LIST = /^[ \t]*\/\/ #each (\w+)\n([\s\S]*?)^[ \t]*\/\/ #endeach\n/gm

const isSet = (name: string, flags: Flags): boolean => {
  const bare = name.replace(/^!/, '')
  const flag = Object.hasOwn(flags, bare) ? flags[bare] : undefined
  if (flag === undefined) throw new TemplateError(`unknown condition ${bare}`)
  return flag !== name.startsWith('!')
}

/** Evaluates `a && !b || c`. */
const holds = (condition: string, flags: Flags): boolean =>
  condition.split('||').some((every) => every.split('&&').every((name) => isSet(name.trim(), flags)))

export const conditionsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(IF)].map(([, condition = '']) => condition)),
]

export const keyOf = (conditions: readonly string[], flags: Flags): string =>
  conditions.map((condition) => (holds(condition, flags) ? '1' : '0')).join('')

export const hasLists = (text: string): boolean => text.includes('// #each ')

/** Returns the lines whose conditions are true, without the directives. */
export const selected = (text: string, flags: Flags): string => {
  const lines: string[] = []
  const open: boolean[] = []
  for (const line of text.split('\n')) {
    const [, directive, condition = ''] = (line.includes(' #') && DIRECTIVE.exec(line)) || []
    if (directive === 'if') open.push(holds(condition, flags))
    else if (directive === 'else') open.push(!open.pop())
    else if (directive === 'endif') open.pop()
    else if (open.every(Boolean)) lines.push(line)
  }
  if (open.length > 0) throw new TemplateError('a condition has no #endif')
  return lines.join('\n')
}

/** Replaces placeholders with values. The longest matching name is used. */
export const withValues = (text: string, values: Values): string => {
  const names = Object.keys(values).toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return text
  return text.replace(new RegExp(`\\$(${names.join('|')})`, 'g'), (_, name: string) => String(values[name]))
}

export const repeated = (text: string, flags: Flags, lists: Lists): string =>
  text.replace(LIST, (_, name: string, block: string) => {
    const items = Object.hasOwn(lists, name) ? lists[name] : undefined
    if (items === undefined) throw new TemplateError(`unknown list ${name}`)
    return items.map((item) => withValues(selected(block, { ...flags, ...item.flags }), item.values)).join('')
  })
