import type { AssemblyStack } from './assembly.ts'
import { type Identity, identify } from './resource-identity.ts'

/** A value of a template that cannot be worked out here; the message names stack, intrinsic and what is missing. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** Stands for AWS::NoValue: whoever holds it drops the property. */
const noValue = Symbol('AWS::NoValue')

/** Resolves CloudFormation intrinsics across all stacks of an assembly. */
export interface Resolver {
  /** The value with every intrinsic replaced. `undefined` for AWS::NoValue. */
  resolve(stack: AssemblyStack, value: unknown): unknown
  identity(stack: AssemblyStack, logicalId: string): Identity
  condition(stack: AssemblyStack, name: string): boolean
}

export interface ResolverOptions {
  readonly stacks: readonly AssemblyStack[]
  /** Base of queue URLs and of everything that must be reachable, http://127.0.0.1:port. */
  readonly endpoint: string
}

type Intrinsic = (stack: AssemblyStack, argument: unknown) => unknown

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export function resolver({ stacks, endpoint }: ResolverOptions): Resolver {
  const identities = new Map<string, Identity>()
  const byName = new Map(stacks.map((stack) => [stack.name, stack]))

  const value = (stack: AssemblyStack, input: unknown): unknown => {
    if (Array.isArray(input)) return input.map((item) => value(stack, item)).filter((item) => item !== noValue)
    if (!isRecord(input)) return input
    const [key, ...others] = Object.keys(input)
    const intrinsic = key === undefined || others.length > 0 ? undefined : intrinsics[key]
    if (intrinsic && key !== undefined) return intrinsic(stack, input[key])
    if (key?.startsWith('Fn::') && others.length === 0) throw fail(stack, `${key} is not known to the local runner`)
    const out: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(input)) {
      const resolved = value(stack, item)
      if (resolved !== noValue) out[name] = resolved
    }
    return out
  }
  const plain = (stack: AssemblyStack, input: unknown): unknown => {
    const resolved = value(stack, input)
    return resolved === noValue ? undefined : resolved
  }

  const fail = (stack: AssemblyStack, message: string) => new TemplateError(`Stack ${stack.name}: ${message}`)

  const identity = (stack: AssemblyStack, logicalId: string): Identity => {
    const known = identities.get(`${stack.name}/${logicalId}`)
    if (known) return known
    const resource = stack.template.Resources?.[logicalId]
    if (!resource) throw fail(stack, `there is no resource or parameter ${logicalId}`)
    const made = identify(stack, logicalId, resource, { endpoint, resolve: (inner) => plain(stack, inner) })
    identities.set(`${stack.name}/${logicalId}`, made)
    return made
  }

  const reference = (stack: AssemblyStack, name: string): unknown => {
    if (name in pseudo) return pseudo[name]?.(stack)
    const parameter = stack.template.Parameters?.[name]
    if (!parameter) return identity(stack, name).ref
    if (parameter.Default === undefined)
      throw fail(stack, `parameter ${name} has no default; give it one for the local stage`)
    return parameter.Default
  }

  const attribute = (stack: AssemblyStack, logicalId: string, name: string): string => {
    const found = identity(stack, logicalId).attributes[name]
    if (found === undefined) {
      const type = stack.template.Resources?.[logicalId]?.Type
      throw fail(stack, `the local runner knows no attribute ${name} of ${type} ${logicalId}`)
    }
    return found
  }

  const output = (stack: AssemblyStack, from: string, name: string): unknown => {
    const source = byName.get(from)
    const found = source?.template.Outputs?.[name]
    if (!source || !found) throw fail(stack, `stack ${from} has no output ${name}`)
    return value(source, found.Value)
  }

  const exported = (stack: AssemblyStack, name: unknown): unknown => {
    for (const source of stacks) {
      for (const candidate of Object.values(source.template.Outputs ?? {})) {
        if (candidate.Export && value(source, candidate.Export.Name) === name) return value(source, candidate.Value)
      }
    }
    throw fail(stack, `no stack exports ${String(name)}`)
  }

  const condition = (stack: AssemblyStack, name: string): boolean => {
    const found = stack.template.Conditions?.[name]
    if (found === undefined) throw fail(stack, `there is no condition ${name}`)
    return value(stack, found) === true
  }

  const substitute = (stack: AssemblyStack, argument: unknown): string => {
    const [text, extra = {}] = list(argument) as [string, Record<string, unknown>?]
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`
      if (name in extra) return String(value(stack, extra[name]))
      const [logicalId = '', ...rest] = name.split('.')
      return String(rest.length > 0 ? attribute(stack, logicalId, rest.join('.')) : reference(stack, name))
    })
  }

  const pseudo: Readonly<Record<string, (stack: AssemblyStack) => unknown>> = {
    'AWS::Region': ({ region }) => region,
    'AWS::AccountId': ({ account }) => account,
    'AWS::Partition': () => 'aws',
    'AWS::URLSuffix': () => 'amazonaws.com',
    'AWS::StackName': ({ name }) => name,
    'AWS::StackId': ({ name, region, account }) => `arn:aws:cloudformation:${region}:${account}:stack/${name}/local`,
    'AWS::NotificationARNs': () => [],
    'AWS::NoValue': () => noValue,
  }

  const intrinsics: Readonly<Record<string, Intrinsic>> = {
    Ref: (stack, name) => reference(stack, String(name)),
    Condition: (stack, name) => condition(stack, String(name)),
    'Fn::GetAtt': (stack, argument) => {
      const [id, name] = typeof argument === 'string' ? argument.split(/\.(.*)/s) : (argument as [string, unknown])
      return attribute(stack, String(id), String(value(stack, name)))
    },
    'Fn::Join': (stack, argument) => {
      const [glue, parts] = argument as [string, unknown]
      return list(value(stack, parts)).join(glue)
    },
    'Fn::Sub': substitute,
    'Fn::Select': (stack, argument) => {
      const [index, items] = argument as [unknown, unknown]
      return list(value(stack, items))[Number(value(stack, index))]
    },
    'Fn::Split': (stack, argument) => {
      const [glue, text] = argument as [string, unknown]
      return String(value(stack, text)).split(glue)
    },
    'Fn::FindInMap': (stack, argument) => {
      const [map, first, second] = list(value(stack, argument)).map(String) as [string, string, string]
      const found = stack.template.Mappings?.[map]?.[first]?.[second]
      if (found === undefined) throw fail(stack, `mapping ${map} has no entry ${first}.${second}`)
      return found
    },
    'Fn::If': (stack, argument) => {
      const [name, yes, no] = argument as [string, unknown, unknown]
      return value(stack, condition(stack, name) ? yes : no)
    },
    'Fn::Equals': (stack, argument) => {
      const [left, right] = list(value(stack, argument))
      return String(left) === String(right)
    },
    'Fn::Not': (stack, argument) => list(value(stack, argument))[0] !== true,
    'Fn::And': (stack, argument) => list(value(stack, argument)).every((item) => item === true),
    'Fn::Or': (stack, argument) => list(value(stack, argument)).some((item) => item === true),
    'Fn::Base64': (stack, argument) => Buffer.from(String(value(stack, argument))).toString('base64'),
    'Fn::ToJsonString': (stack, argument) => JSON.stringify(value(stack, argument)),
    'Fn::GetAZs': ({ region }) => ['a', 'b', 'c'].map((zone) => `${region}${zone}`),
    'Fn::ImportValue': (stack, argument) => exported(stack, value(stack, argument)),
    'Fn::GetStackOutput': (stack, argument) => {
      const { StackName, OutputName } = argument as { StackName: unknown; OutputName: unknown }
      const from = String(value(stack, StackName)).replace(/^arn:[^/]+\/([^/]+).*$/, '$1')
      return output(stack, from, String(value(stack, OutputName)))
    },
  }
  return { resolve: plain, identity, condition }
}
