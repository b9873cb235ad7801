import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

export type Statement = CfnWebACL.StatementProperty

/** A rule. Its position is its priority, and its name is that of its metric. */
export type AclRule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>

export const UNCHANGED_TEXT: CfnWebACL.TextTransformationProperty[] = [{ priority: 0, type: 'NONE' }]

export const header = (name: string): CfnWebACL.FieldToMatchProperty => ({ singleHeader: { Name: name } })

export const matching = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  positionalConstraint: 'EXACTLY' | 'STARTS_WITH',
  searchString: string,
  textTransformations = UNCHANGED_TEXT,
): Statement => ({ byteMatchStatement: { fieldToMatch, positionalConstraint, searchString, textTransformations } })

export interface RateProps {
  readonly limit: number
  /** `IP` counts requests per address, `CONSTANT` all requests together. */
  readonly aggregateBy: 'IP' | 'CONSTANT'
  readonly windowSeconds: number
  /** The requests that count; default: all. */
  readonly scopeDown?: Statement
}

export const aboveRate = ({ limit, aggregateBy, windowSeconds, scopeDown }: RateProps): Statement => ({
  rateBasedStatement: {
    limit,
    aggregateKeyType: aggregateBy,
    evaluationWindowSec: windowSeconds,
    ...(scopeDown ? { scopeDownStatement: scopeDown } : {}),
  },
})

export interface WebAclProps {
  readonly stage: string
  readonly name: string
  readonly scope: 'CLOUDFRONT' | 'REGIONAL'
  readonly description: string
  readonly rules: readonly AclRule[]
  readonly customResponseBodies?: Record<string, CfnWebACL.CustomResponseBodyProperty>
}

export const webAcl = (scope: Construct, { stage, name, rules, ...props }: WebAclProps): CfnWebACL => {
  const visibility = (metric: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
    metricName: `signet-${stage}-${metric}`,
  })
  return new CfnWebACL(scope, 'Acl', {
    ...props,
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
  })
}
