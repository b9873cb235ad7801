import { type GatewayRequest, headerOf } from './gateway-event.ts'
import type { Resource } from './resource.ts'

type RequestHead = Pick<GatewayRequest, 'headers' | 'path' | 'sourceIp' | 'now'>

interface Statement {
  readonly RegexMatchStatement?: { readonly FieldToMatch: Field; readonly RegexString: string }
  readonly ByteMatchStatement?: {
    readonly FieldToMatch: Field
    readonly PositionalConstraint: string
    readonly SearchString: string
  }
  readonly SizeConstraintStatement?: {
    readonly FieldToMatch: Field
    readonly ComparisonOperator: string
    readonly Size: number
  }
  readonly NotStatement?: { readonly Statement: Statement }
  readonly AndStatement?: { readonly Statements: readonly Statement[] }
  readonly RateBasedStatement?: {
    readonly Limit: number
    /** `IP`, or `CONSTANT` for all requests together. */
    readonly AggregateKeyType: string
    readonly EvaluationWindowSec?: number
    readonly ScopeDownStatement?: Statement
  }
  readonly ManagedRuleGroupStatement?: { readonly Name: string }
}

interface Field {
  readonly UriPath?: object
  readonly SingleHeader?: { readonly Name: string }
}

interface BlockAction {
  readonly CustomResponse?: {
    readonly ResponseCode: number
    readonly CustomResponseBodyKey?: string
    readonly ResponseHeaders?: readonly { readonly Name: string; readonly Value: string }[]
  }
}

interface Rule {
  readonly Name: string
  readonly Priority: number
  readonly Statement: Statement
  readonly Action?: { readonly Block?: BlockAction }
}

export interface WebAcl {
  readonly rules: readonly Rule[]
  readonly bodies: Readonly<Record<string, { readonly Content: string }>>
}

export interface FirewallReply {
  readonly rule: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export const readWebAcl = (resources: readonly Resource[]): WebAcl | undefined => {
  const acl = resources.find(
    ({ type, properties }) => type === 'AWS::WAFv2::WebACL' && properties.Scope === 'CLOUDFRONT',
  )
  if (acl === undefined) return undefined
  const { Rules = [], CustomResponseBodies = {} } = acl.properties as {
    Rules?: readonly Rule[]
    CustomResponseBodies?: WebAcl['bodies']
  }
  return { rules: Rules.toSorted((a, b) => a.Priority - b.Priority), bodies: CustomResponseBodies }
}

const fieldValue = (head: RequestHead, { SingleHeader, UriPath }: Field): string => {
  if (UriPath) return head.path
  if (SingleHeader === undefined)
    throw new Error('The local web ACL supports only rules about the headers and the path of a request')
  return headerOf(head, SingleHeader.Name.toLowerCase()) ?? ''
}

/** Times of requests within the window of a rule, in order, by address. */
type RequestTimes = Map<string, number[]>

const exceedsRate = (
  {
    Limit,
    AggregateKeyType,
    EvaluationWindowSec = 300,
    ScopeDownStatement,
  }: NonNullable<Statement['RateBasedStatement']>,
  head: RequestHead,
  requestTimes: RequestTimes,
): boolean => {
  if (ScopeDownStatement && !matches(ScopeDownStatement, head, requestTimes)) return false
  const { sourceIp, now } = head
  const key = AggregateKeyType === 'CONSTANT' ? '' : sourceIp
  const recent = requestTimes.get(key) ?? []
  requestTimes.set(key, recent)
  while (recent[0] !== undefined && recent[0] <= now - EvaluationWindowSec * 1000) recent.shift()
  recent.push(now)
  return recent.length > Limit
}

const matches = (statement: Statement, head: RequestHead, requestTimes: RequestTimes): boolean => {
  const { RegexMatchStatement: regex, SizeConstraintStatement: size, ByteMatchStatement: bytes } = statement
  const { NotStatement: negated, AndStatement: conjunction } = statement
  if (regex) return new RegExp(regex.RegexString).test(fieldValue(head, regex.FieldToMatch))
  if (bytes?.PositionalConstraint === 'STARTS_WITH')
    return fieldValue(head, bytes.FieldToMatch).startsWith(bytes.SearchString)
  if (size?.ComparisonOperator === 'GT') return fieldValue(head, size.FieldToMatch).length > size.Size
  if (negated) return !matches(negated.Statement, head, requestTimes)
  if (conjunction) return conjunction.Statements.every((each) => matches(each, head, requestTimes))
  if (statement.RateBasedStatement) return exceedsRate(statement.RateBasedStatement, head, requestTimes)
  // AWS's managed rules are not available locally.
  if (statement.ManagedRuleGroupStatement) return false
  throw new Error(`The local web ACL does not support ${Object.keys(statement).join(', ')}`)
}

/**
 * Creates a function that evaluates the rules of the web ACL. It returns undefined if the request passes. It counts
 * every request; AWS counts about every ten seconds and lets more requests pass in between.
 */
export const openFirewall = ({ rules, bodies }: WebAcl): ((head: RequestHead) => FirewallReply | undefined) => {
  const states = rules.map((rule) => ({ rule, requestTimes: new Map<string, number[]>() }))
  return (head) => {
    for (const { rule, requestTimes } of states) {
      const { Block } = rule.Action ?? {}
      if (Block === undefined || !matches(rule.Statement, head, requestTimes)) continue
      const { ResponseCode = 403, CustomResponseBodyKey = '', ResponseHeaders = [] } = Block.CustomResponse ?? {}
      const headers = ResponseHeaders.map(({ Name, Value }) => [Name, Value] as const)
      const body = bodies[CustomResponseBodyKey]?.Content ?? ''
      return {
        rule: rule.Name,
        status: ResponseCode,
        headers: [['Content-Type', 'application/json'], ...headers],
        body,
      }
    }
    return undefined
  }
}
