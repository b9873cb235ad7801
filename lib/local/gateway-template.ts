import { TemplateError } from './resource.ts'

type Context = Readonly<Record<string, string>>

const REFERENCE = /\$context\.([A-Za-z]+(?:\.[A-Za-z_]+)*)/g

const SET_DIRECTIVE = /^#set\(\$([A-Za-z.]+) = (.+)\)$/

const numberOf = (text: string, context: Context): number => {
  const name = /^\$Integer\.parseInt\(\$context\.([A-Za-z_.]+)\)$/.exec(text)?.[1]
  const value = Number(name === undefined ? text : context[name])
  if (Number.isInteger(value)) return value
  throw new TemplateError(`A mapping template sets ${text}, which is not a whole number`)
}

/**
 * Evaluates the subset of API Gateway's mapping templates (VTL) that the platform uses: variables of `$context`, and
 * lines that set a number. `$context.responseOverride.status` sets the status of the response.
 * @returns the body, and a status if the template sets one
 * @throws TemplateError for any other directive
 */
export const renderMapping = (template: string, context: Context) => {
  let status: number | undefined
  const lines = template.split('\n').filter((line) => {
    if (!line.startsWith('#')) return true
    const [, variable, value = ''] = SET_DIRECTIVE.exec(line) ?? []
    if (variable === undefined) throw new TemplateError(`Mapping templates do not support the line ${line} locally`)
    const number = numberOf(value, context)
    if (variable === 'context.responseOverride.status') status = number
    return false
  })
  return { status, body: lines.join('\n').replaceAll(REFERENCE, (_, name: string) => context[name] ?? '') }
}
