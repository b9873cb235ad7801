import type { AssemblyStack } from '../../../lib/local/assembly.ts'
import type { Resolver } from '../../../lib/local/resolver.ts'

/** One action on one resource that a function's role grants. */
export interface GrantedRight {
  readonly fn: string
  readonly action: string
  /** An ARN, with IAM wildcards. */
  readonly resource: string
  /** The pattern that partition keys must match. Without a pattern any key is allowed. */
  readonly leading?: string
}

interface Statement {
  readonly Effect: string
  readonly Action: string | readonly string[]
  readonly Resource: string | readonly string[]
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
}

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** X-Ray has no resource-level permissions. Its daemon calls it, not the code. */
const isCalledByDaemon = (action: string): boolean => action.startsWith('xray:')

const rightsIn = (fn: string, statement: Statement): GrantedRight[] => {
  const leading = statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']
  const patterns = leading === undefined ? [undefined] : list(leading)
  return list(statement.Action)
    .filter((action) => !isCalledByDaemon(action))
    .flatMap((action) =>
      list(statement.Resource).flatMap((resource) =>
        patterns.map((pattern) => ({ fn, action, resource, ...(pattern === undefined ? {} : { leading: pattern }) })),
      ),
    )
}

/** Returns the logical ID of a function's role. */
const roleOf = (role: unknown): string | undefined =>
  (role as { readonly 'Fn::GetAtt'?: readonly string[] } | undefined)?.['Fn::GetAtt']?.[0]

/** Returns every right that an inline policy in the templates grants to a function, with ARNs of the local runner. */
export const grantedRights = (stacks: readonly AssemblyStack[], resolver: Resolver): GrantedRight[] => {
  return stacks.flatMap((stack) => {
    const resources = Object.entries(stack.template.Resources ?? {})
    const functions = new Map(
      resources
        .filter(([, { Type, Metadata }]) => Type === 'AWS::Lambda::Function' && Metadata?.['signet:bundle'])
        .map(([, { Properties, Metadata }]) => [roleOf(Properties?.Role), String(Metadata?.['signet:bundle'])]),
    )
    return resources
      .filter(([, { Type }]) => Type === 'AWS::IAM::Policy')
      .flatMap(([, { Properties }]) => {
        const roles = (Properties?.Roles ?? []) as readonly { readonly Ref?: string }[]
        const document = resolver.resolve(stack, Properties?.PolicyDocument) as { Statement: readonly Statement[] }
        return roles.flatMap(({ Ref }) => {
          const fn = functions.get(Ref)
          if (fn === undefined) return []
          return document.Statement.filter(({ Effect }) => Effect === 'Allow').flatMap((each) => rightsIn(fn, each))
        })
      })
  })
}
