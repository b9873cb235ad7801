import { type GatewayRequest, headerOf } from './gateway-event.ts'
import type { Resource } from './resource.ts'

type Arrival = Pick<GatewayRequest, 'headers' | 'path' | 'sourceIp' | 'now'>

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

const partOf = (arrival: Arrival, { SingleHeader, UriPath }: Field): string => {
  if (UriPath) return arrival.path
  if (SingleHeader === undefined)
    throw new Error('The local web ACL supports only rules about the headers and the path of a request')
  return headerOf(arrival, SingleHeader.Name.toLowerCase()) ?? ''
}

/** Times of requests within the window of a rule, in order, by address. */
type RequestTimes = Map<string, number[]>

const isOver = (
  {
    Limit,
    AggregateKeyType,
    EvaluationWindowSec = 300,
    ScopeDownStatement,
  }: NonNullable<Statement['RateBasedStatement']>,
  arrival: Arrival,
  counted: RequestTimes,
): boolean => {
  if (ScopeDownStatement && !matches(ScopeDownStatement, arrival, counted)) return false
  const { sourceIp, now } = arrival
  const key = AggregateKeyType === 'CONSTANT' ? '' : sourceIp
  const recent = counted.get(key) ?? []
  counted.set(key, recent)
  while (recent[0] !== undefined && recent[0] <= now - EvaluationWindowSec * 1000) recent.shift()
  recent.push(now)
  return recent.length > Limit
}

const matches = (statement: Statement, arrival: Arrival, counted: RequestTimes): boolean => {
  const { RegexMatchStatement: regex, SizeConstraintStatement: size, ByteMatchStatement: bytes } = statement
  const { NotStatement: not, AndStatement: and } = statement
  if (regex) return new RegExp(regex.RegexString).test(partOf(arrival, regex.FieldToMatch))
  if (bytes?.PositionalConstraint === 'STARTS_WITH')
    return partOf(arrival, bytes.FieldToMatch).startsWith(bytes.SearchString)
  if (size?.ComparisonOperator === 'GT') return partOf(arrival, size.FieldToMatch).length > size.Size
  if (not) return !matches(not.Statement, arrival, counted)
  if (and) return and.Statements.every((each) => matches(each, arrival, counted))
  if (statement.RateBasedStatement) return isOver(statement.RateBasedStatement, arrival, counted)
  // AWS's managed rules are not available locally.
  if (statement.ManagedRuleGroupStatement) return false
  throw new Error(`The local web ACL does not support ${Object.keys(statement).join(', ')}`)
}

/**
 * Creates a function that evaluates the rules of the web ACL. It returns undefined if the request passes. It counts
 * every request; AWS counts about every ten seconds and lets more requests pass in between.
 */
export const openFirewall = ({ rules, bodies }: WebAcl): ((arrival: Arrival) => FirewallReply | undefined) => {
  const states = rules.map((rule) => ({ rule, counted: new Map<string, number[]>() }))
  return (arrival) => {
    for (const { rule, counted } of states) {
      const { Block } = rule.Action ?? {}
      if (Block === undefined || !matches(rule.Statement, arrival, counted)) continue
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
