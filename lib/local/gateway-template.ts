import { TemplateError } from './resource.ts'

type Context = Readonly<Record<string, string>>

const REFERENCE = /\$context\.([A-Za-z]+(?:\.[A-Za-z_]+)*)/g

const SET = /^#set\(\$([A-Za-z.]+) = (.+)\)$/

const numberOf = (text: string, context: Context): number => {
  const name = /^\$Integer\.parseInt\(\$context\.([A-Za-z_.]+)\)$/.exec(text)?.[1]
  const value = Number(name === undefined ? text : context[name])
  if (Number.isInteger(value)) return value
  throw new TemplateError(`A mapping template sets ${text}, which is no whole number here`)
}

/**
 * As much of API Gateway's mapping templates (VTL) as the templates of this system need: variables of `$context`, and lines that
 * set a number, of which `$context.responseOverride.status` is the status of the answer.
 *
 * @returns a body, and another status where the template sets one
 * @throws TemplateError for any other directive
 */
export const mapped = (template: string, context: Context) => {
  let status: number | undefined
  const lines = template.split('\n').filter((line) => {
    if (!line.startsWith('#')) return true
    const [, variable, value = ''] = SET.exec(line) ?? []
    if (variable === undefined) throw new TemplateError(`Locally no mapping template has the line ${line}`)
    const number = numberOf(value, context)
    if (variable === 'context.responseOverride.status') status = number
    return false
  })
  return { status, body: lines.join('\n').replaceAll(REFERENCE, (_, name: string) => context[name] ?? '') }
}
