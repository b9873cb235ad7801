import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { edgePrefix } from '../edge-config.ts'

/** Where images are that the edge keeps. */
const KEPT_IMAGES = `${edgePrefix('images')}/v2/assets/`

/** Seconds over which a rate is counted. */
const WINDOW_SECONDS = 300
/** Callers without a credential may send this part of what an address may. */
const WITHOUT_CREDENTIAL = 0.2

const NONE: CfnWebACL.TextTransformationProperty[] = [{ priority: 0, type: 'NONE' }]

/** More than 10,999,999 bytes, by what the request says of itself. API Gateway counts, and takes 10 MiB. */
const TOO_LARGE = '^(1[1-9][0-9]{6}|[2-9][0-9]{7}|[0-9]{9,})$'

const TOO_MANY = 'too-many'
const TOO_LARGE_BODY = 'too-large'

/** Conversations, prompts and searches may quote an attack: what these rules find is counted, and not refused. */
const QUOTED = ['Log4JRCE', 'JavaDeserializationRCE']
  .flatMap((name) => [`${name}_BODY`, `${name}_QUERYSTRING`])
  .concat('ReactJSRCE_BODY')

/** Answers in the form of the APIs (spec image-service 6). */
const ANSWERS = {
  [TOO_MANY]: { error: 'Too many requests; wait five minutes and try again', code: 'rate_limited' },
  [TOO_LARGE_BODY]: { error: 'The request is larger than 10485760 bytes', code: 'payload_too_large' },
}

const blocked = (responseCode: number, customResponseBodyKey: string, retryAfter?: string) => ({
  block: {
    customResponse: {
      responseCode,
      customResponseBodyKey,
      ...(retryAfter ? { responseHeaders: [{ name: 'Retry-After', value: retryAfter }] } : {}),
    },
  },
})

const header = (name: string): CfnWebACL.FieldToMatchProperty => ({ singleHeader: { Name: name } })

const isAbsent = (name: string): CfnWebACL.StatementProperty => ({
  notStatement: {
    statement: {
      sizeConstraintStatement: {
        fieldToMatch: header(name),
        comparisonOperator: 'GT',
        size: 0,
        textTransformations: NONE,
      },
    },
  },
})

type Rule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>

const byAddress = (limit: number, scopeDownStatement?: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({
  rateBasedStatement: {
    limit,
    aggregateKeyType: 'IP',
    evaluationWindowSec: WINDOW_SECONDS,
    ...(scopeDownStatement ? { scopeDownStatement } : {}),
  },
})

/** What the edge keeps passes no throttle of an API, and its traffic costs. */
const imagesTogether = (throttleRate: number): Rule => ({
  name: 'ImagesTogether',
  action: blocked(429, TOO_MANY, String(WINDOW_SECONDS)),
  statement: {
    rateBasedStatement: {
      limit: throttleRate * WINDOW_SECONDS,
      aggregateKeyType: 'CONSTANT',
      evaluationWindowSec: WINDOW_SECONDS,
      scopeDownStatement: {
        byteMatchStatement: {
          fieldToMatch: { uriPath: {} },
          positionalConstraint: 'STARTS_WITH',
          searchString: KEPT_IMAGES,
          textTransformations: NONE,
        },
      },
    },
  },
})

const rulesFor = ({ edgeRate, throttleRate }: Config): Rule[] => [
  {
    name: 'BodySize',
    action: blocked(413, TOO_LARGE_BODY),
    statement: {
      regexMatchStatement: {
        fieldToMatch: header('content-length'),
        regexString: TOO_LARGE,
        textTransformations: NONE,
      },
    },
  },
  { name: 'RatePerAddress', action: blocked(429, TOO_MANY, String(WINDOW_SECONDS)), statement: byAddress(edgeRate) },
  {
    // Agents and browsers of one office share an address; who shows a credential is counted by the services, too.
    name: 'RateWithoutCredential',
    action: blocked(429, TOO_MANY, String(WINDOW_SECONDS)),
    statement: byAddress(Math.max(100, Math.floor(edgeRate * WITHOUT_CREDENTIAL)), {
      andStatement: { statements: ['authorization', 'x-api-key', 'cookie'].map(isAbsent) },
    }),
  },
  imagesTogether(throttleRate),
  {
    name: 'KnownBadInputs',
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: 'AWSManagedRulesKnownBadInputsRuleSet',
        ruleActionOverrides: QUOTED.map((name) => ({
          name,
          actionToUse: { count: {} },
        })),
      },
    },
  },
]

/** The web ACL before CloudFront: what one address may send, how large, and what no caller of ours sends. */
export class EdgeFirewall extends Construct {
  readonly arn: string
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    const { stage } = config
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
      metricName: `signet-${stage}-${metricName}`,
    })
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      description: 'What comes to the edge',
      defaultAction: { allow: {} },
      customResponseBodies: Object.fromEntries(
        Object.entries(ANSWERS).map(([key, body]) => [
          key,
          { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) },
        ]),
      ),
      visibilityConfig: visibility('all'),
      rules: rulesFor(config).map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: visibility(rule.name),
      })),
    })
    this.arn = acl.attrArn
  }
}
