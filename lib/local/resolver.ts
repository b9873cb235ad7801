import type { AssemblyStack } from './assembly.ts'
import { INTRINSICS, type Templates } from './intrinsics.ts'
import { templateError } from './resource.ts'
import { type Identity, identify } from './resource-identity.ts'

/** Represents AWS::NoValue: a property with this value is dropped. */
const noValue = Symbol('AWS::NoValue')

/** Resolves CloudFormation intrinsics across all stacks of an assembly. */
export interface Resolver {
  /** Returns the value with every intrinsic replaced; undefined for AWS::NoValue. */
  resolve(stack: AssemblyStack, value: unknown): unknown
  identity(stack: AssemblyStack, logicalId: string): Identity
  condition(stack: AssemblyStack, name: string): boolean
}

interface ResolverOptions {
  readonly stacks: readonly AssemblyStack[]
  /** Base URL of the embedded AWS, which the URLs of queues contain: http://127.0.0.1:port. */
  readonly endpoint: string
}

type ValueOf = Templates['value']

const PSEUDO_PARAMETERS: Readonly<Record<string, (stack: AssemblyStack) => unknown>> = {
  'AWS::Region': ({ region }) => region,
  'AWS::AccountId': ({ account }) => account,
  'AWS::Partition': () => 'aws',
  'AWS::URLSuffix': () => 'amazonaws.com',
  'AWS::StackName': ({ name }) => name,
  'AWS::StackId': ({ name, region, account }) => `arn:aws:cloudformation:${region}:${account}:stack/${name}/local`,
  'AWS::NotificationARNs': () => [],
  'AWS::NoValue': () => noValue,
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value with every intrinsic replaced; drops properties and items that are AWS::NoValue. */
const valueIn = (templates: Templates, stack: AssemblyStack, input: unknown): unknown => {
  const { value } = templates
  if (Array.isArray(input)) return input.map((item) => value(stack, item)).filter((item) => item !== noValue)
  if (!isRecord(input)) return input
  const [key, ...others] = Object.keys(input)
  const intrinsic = key === undefined || others.length > 0 ? undefined : INTRINSICS[key]
  if (intrinsic && key !== undefined) return intrinsic(templates, stack, input[key])
  if (key?.startsWith('Fn::') && others.length === 0)
    throw templateError(stack, `the local runner does not support ${key}`)
  const resolved = Object.entries(input).map(([name, item]) => [name, value(stack, item)] as const)
  return Object.fromEntries(resolved.filter(([, item]) => item !== noValue))
}

const cachedIdentities = (endpoint: string, resolve: Resolver['resolve']): Resolver['identity'] => {
  const identities = new Map<string, Identity>()
  return (stack, logicalId) => {
    const cachedIdentity = identities.get(`${stack.name}/${logicalId}`)
    if (cachedIdentity) return cachedIdentity
    const resource = stack.template.Resources?.[logicalId]
    if (!resource) throw templateError(stack, `resource or parameter ${logicalId} does not exist`)
    const resolved = identify(stack, logicalId, resource, { endpoint, resolve: (inner) => resolve(stack, inner) })
    identities.set(`${stack.name}/${logicalId}`, resolved)
    return resolved
  }
}

const namesIn = (
  identity: Resolver['identity'],
  value: ValueOf,
): Pick<Templates, 'reference' | 'attribute' | 'condition'> => ({
  reference(stack, name) {
    const pseudo = PSEUDO_PARAMETERS[name]
    if (pseudo) return pseudo(stack)
    const parameter = stack.template.Parameters?.[name]
    if (!parameter) return identity(stack, name).ref
    if (parameter.Default === undefined)
      throw templateError(stack, `parameter ${name} has no default; set one for the local stage`)
    return parameter.Default
  },
  attribute(stack, logicalId, name) {
    const attribute = identity(stack, logicalId).attributes[name]
    if (attribute !== undefined) return attribute
    const type = stack.template.Resources?.[logicalId]?.Type
    throw templateError(stack, `the local runner does not support the attribute ${name} of ${type} ${logicalId}`)
  },
  condition(stack, name) {
    const condition = stack.template.Conditions?.[name]
    if (condition === undefined) throw templateError(stack, `condition ${name} does not exist`)
    return value(stack, condition) === true
  },
})

const outputsOf = (stacks: readonly AssemblyStack[], value: ValueOf): Pick<Templates, 'output' | 'exported'> => ({
  output(stack, from, name) {
    const source = stacks.find((each) => each.name === from)
    const output = source?.template.Outputs?.[name]
    if (!source || !output) throw templateError(stack, `stack ${from} has no output ${name}`)
    return value(source, output.Value)
  },
  exported(stack, name) {
    for (const source of stacks) {
      for (const candidate of Object.values(source.template.Outputs ?? {})) {
        if (candidate.Export && value(source, candidate.Export.Name) === name) return value(source, candidate.Value)
      }
    }
    throw templateError(stack, `no stack exports ${String(name)}`)
  },
})

/** @throws TemplateError for a value that it cannot resolve. */
export const resolver = ({ stacks, endpoint }: ResolverOptions): Resolver => {
  const value: ValueOf = (stack, input) => valueIn(templates, stack, input)
  const resolve: Resolver['resolve'] = (stack, input) => {
    const resolved = value(stack, input)
    return resolved === noValue ? undefined : resolved
  }
  const identity = cachedIdentities(endpoint, resolve)
  const templates: Templates = { value, ...namesIn(identity, value), ...outputsOf(stacks, value) }
  return { resolve, identity, condition: templates.condition }
}
