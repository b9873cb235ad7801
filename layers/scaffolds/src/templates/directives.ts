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
const IF_DIRECTIVE = /^\s*(?:\/\/|--|#) #if (.*)$/gm
const LIST_BLOCK = /^[ \t]*\/\/ #each (\w+)\n([\s\S]*?)^[ \t]*\/\/ #endeach\n/gm

const isSet = (name: string, flags: Flags): boolean => {
  const flagName = name.replace(/^!/, '')
  const flag = Object.hasOwn(flags, flagName) ? flags[flagName] : undefined
  if (flag === undefined) throw new TemplateError(`unknown condition ${flagName}`)
  return flag !== name.startsWith('!')
}

/** Evaluates `a && !b || c`. */
const isMet = (condition: string, flags: Flags): boolean =>
  condition.split('||').some((every) => every.split('&&').every((name) => isSet(name.trim(), flags)))

/** Returns the distinct conditions of `#if` directives, in order. */
export const conditionsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(IF_DIRECTIVE)].map(([, condition = '']) => condition)),
]

/** Returns one digit per condition: 1 if it is met. */
export const conditionKey = (conditions: readonly string[], flags: Flags): string =>
  conditions.map((condition) => (isMet(condition, flags) ? '1' : '0')).join('')

export const hasLists = (text: string): boolean => text.includes('// #each ')

/** Returns the lines whose conditions are true, without the directives. */
export const selectLines = (text: string, flags: Flags): string => {
  const lines: string[] = []
  const openConditions: boolean[] = []
  for (const line of text.split('\n')) {
    const [, directive, condition = ''] = (line.includes(' #') && DIRECTIVE.exec(line)) || []
    if (directive === 'if') openConditions.push(isMet(condition, flags))
    else if (directive === 'else') openConditions.push(!openConditions.pop())
    else if (directive === 'endif') openConditions.pop()
    else if (openConditions.every(Boolean)) lines.push(line)
  }
  if (openConditions.length > 0) throw new TemplateError('a condition has no #endif')
  return lines.join('\n')
}

/** Replaces placeholders with values. The longest matching name is used. */
export const withValues = (text: string, values: Values): string => {
  const names = Object.keys(values).toSorted((a, b) => b.length - a.length)
  if (names.length === 0) return text
  return text.replace(new RegExp(`\\$(${names.join('|')})`, 'g'), (_, name: string) => String(values[name]))
}

export const expandLists = (text: string, flags: Flags, lists: Lists): string =>
  text.replace(LIST_BLOCK, (_, name: string, block: string) => {
    const items = Object.hasOwn(lists, name) ? lists[name] : undefined
    if (items === undefined) throw new TemplateError(`unknown list ${name}`)
    return items.map((item) => withValues(selectLines(block, { ...flags, ...item.flags }), item.values)).join('')
  })
