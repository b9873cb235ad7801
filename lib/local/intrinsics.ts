import type { AssemblyStack } from './assembly.ts'
import { templateError } from './resource.ts'

/** Resolvers for intrinsics. Each returns a value in which every intrinsic is replaced. */
export interface Templates {
  value(stack: AssemblyStack, input: unknown): unknown
  reference(stack: AssemblyStack, name: string): unknown
  attribute(stack: AssemblyStack, logicalId: string, name: string): string
  condition(stack: AssemblyStack, name: string): boolean
  /** Resolves an output of the stack `from`; `stack` is the referencing stack. */
  output(stack: AssemblyStack, from: string, name: string): unknown
  exported(stack: AssemblyStack, name: unknown): unknown
}

type Intrinsic = (templates: Templates, stack: AssemblyStack, argument: unknown) => unknown

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const substitute: Intrinsic = (templates, stack, argument) => {
  const [text, extra = {}] = asList(argument) as [string, Record<string, unknown>?]
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`
    if (name in extra) return String(templates.value(stack, extra[name]))
    const [logicalId = '', ...rest] = name.split('.')
    const isAttribute = rest.length > 0
    return String(
      isAttribute ? templates.attribute(stack, logicalId, rest.join('.')) : templates.reference(stack, name),
    )
  })
}

const findInMap: Intrinsic = ({ value }, stack, argument) => {
  const [map, first, second] = asList(value(stack, argument)).map(String) as [string, string, string]
  const entry = stack.template.Mappings?.[map]?.[first]?.[second]
  if (entry === undefined) throw templateError(stack, `mapping ${map} has no entry ${first}.${second}`)
  return entry
}

const outputOfStack: Intrinsic = ({ value, output }, stack, argument) => {
  const { StackName, OutputName } = argument as { StackName: unknown; OutputName: unknown }
  const from = String(value(stack, StackName)).replace(/^arn:[^/]+\/([^/]+).*$/, '$1')
  return output(stack, from, String(value(stack, OutputName)))
}

/** CloudFormation's intrinsic functions by their keys in templates. */
export const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  Ref: ({ reference }, stack, name) => reference(stack, String(name)),
  Condition: ({ condition }, stack, name) => condition(stack, String(name)),
  'Fn::GetAtt': ({ attribute, value }, stack, argument) => {
    const [id, name] = typeof argument === 'string' ? argument.split(/\.(.*)/s) : (argument as [string, unknown])
    return attribute(stack, String(id), String(value(stack, name)))
  },
  'Fn::Join': ({ value }, stack, argument) => {
    const [delimiter, parts] = argument as [string, unknown]
    return asList(value(stack, parts)).join(delimiter)
  },
  'Fn::Sub': substitute,
  'Fn::Select': ({ value }, stack, argument) => {
    const [index, items] = argument as [unknown, unknown]
    return asList(value(stack, items))[Number(value(stack, index))]
  },
  'Fn::Split': ({ value }, stack, argument) => {
    const [delimiter, text] = argument as [string, unknown]
    return String(value(stack, text)).split(delimiter)
  },
  'Fn::FindInMap': findInMap,
  'Fn::If': ({ condition, value }, stack, argument) => {
    const [name, yes, no] = argument as [string, unknown, unknown]
    return value(stack, condition(stack, name) ? yes : no)
  },
  'Fn::Equals': ({ value }, stack, argument) => {
    const [left, right] = asList(value(stack, argument))
    return String(left) === String(right)
  },
  'Fn::Not': ({ value }, stack, argument) => asList(value(stack, argument))[0] !== true,
  'Fn::And': ({ value }, stack, argument) => asList(value(stack, argument)).every((item) => item === true),
  'Fn::Or': ({ value }, stack, argument) => asList(value(stack, argument)).some((item) => item === true),
  'Fn::Base64': ({ value }, stack, argument) => Buffer.from(String(value(stack, argument))).toString('base64'),
  'Fn::ToJsonString': ({ value }, stack, argument) => JSON.stringify(value(stack, argument)),
  'Fn::GetAZs': (_templates, { region }) => ['a', 'b', 'c'].map((zone) => `${region}${zone}`),
  'Fn::ImportValue': ({ exported, value }, stack, argument) => exported(stack, value(stack, argument)),
  'Fn::GetStackOutput': outputOfStack,
}
