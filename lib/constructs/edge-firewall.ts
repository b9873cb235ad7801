import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { edgePrefix } from '../edge-config.ts'
import { type AclRule, aboveRate, header, matching, type Statement, UNCHANGED_TEXT, webAcl } from './web-acl.ts'

const CACHED_IMAGES = `${edgePrefix('images')}/v2/assets/`

const WINDOW_SECONDS = 300
/** Share of an address's rate for requests without a credential. */
const ANONYMOUS_SHARE = 0.2

/** A content-length of more than 10,999,999 bytes. API Gateway itself refuses bodies between 10 MiB and that. */
const TOO_LARGE_CONTENT_LENGTH = '^(1[1-9][0-9]{6}|[2-9][0-9]{7}|[0-9]{9,})$'

const TOO_MANY = 'too-many'
const TOO_LARGE_BODY = 'too-large'

/** Conversations, prompts and searches may quote an attack: matches of these rules are counted, not refused. */
const COUNTED_RULES = ['Log4JRCE', 'JavaDeserializationRCE']
  .flatMap((name) => [`${name}_BODY`, `${name}_QUERYSTRING`])
  .concat('ReactJSRCE_BODY')

/** Bodies of blocked requests' responses, in the error format of the APIs (spec image-service 6). */
const BLOCK_RESPONSES = {
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

const headerIsAbsent = (name: string): Statement => ({
  notStatement: {
    statement: {
      sizeConstraintStatement: {
        fieldToMatch: header(name),
        comparisonOperator: 'GT',
        size: 0,
        textTransformations: UNCHANGED_TEXT,
      },
    },
  },
})

const TOO_MANY_BLOCKED = blocked(429, TOO_MANY, String(WINDOW_SECONDS))

const byAddress = (limit: number, scopeDown?: Statement): Statement =>
  aboveRate({ limit, aggregateBy: 'IP', windowSeconds: WINDOW_SECONDS, ...(scopeDown ? { scopeDown } : {}) })

const rulesFor = ({ edgeRate, throttleRate }: Config): AclRule[] => [
  {
    name: 'BodySize',
    action: blocked(413, TOO_LARGE_BODY),
    statement: {
      regexMatchStatement: {
        fieldToMatch: header('content-length'),
        regexString: TOO_LARGE_CONTENT_LENGTH,
        textTransformations: UNCHANGED_TEXT,
      },
    },
  },
  { name: 'RatePerAddress', action: TOO_MANY_BLOCKED, statement: byAddress(edgeRate) },
  {
    // Agents and browsers of one office share an address; services also count requests with a credential.
    name: 'RateWithoutCredential',
    action: TOO_MANY_BLOCKED,
    // 100 is also the minimum of SIGNET_EDGE_RATE.
    statement: byAddress(Math.max(100, Math.floor(edgeRate * ANONYMOUS_SHARE)), {
      andStatement: { statements: ['authorization', 'x-api-key', 'cookie'].map(headerIsAbsent) },
    }),
  },
  {
    // Cached images pass no throttle of an API, and their traffic costs money.
    name: 'ImagesTogether',
    action: TOO_MANY_BLOCKED,
    statement: aboveRate({
      limit: throttleRate * WINDOW_SECONDS,
      aggregateBy: 'CONSTANT',
      windowSeconds: WINDOW_SECONDS,
      scopeDown: matching({ uriPath: {} }, 'STARTS_WITH', CACHED_IMAGES),
    }),
  },
  {
    name: 'KnownBadInputs',
    // `none` overrides nothing: the rules of the group block.
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: 'AWSManagedRulesKnownBadInputsRuleSet',
        ruleActionOverrides: COUNTED_RULES.map((name) => ({
          name,
          actionToUse: { count: {} },
        })),
      },
    },
  },
]

/** The web ACL of CloudFront: it limits the rate and size of requests per address, and blocks known attacks. */
export class EdgeFirewall extends Construct {
  readonly arn: string
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    const acl = webAcl(this, {
      stage: config.stage,
      name: 'all',
      scope: 'CLOUDFRONT',
      description: 'Requests that reach the edge',
      customResponseBodies: Object.fromEntries(
        Object.entries(BLOCK_RESPONSES).map(([key, body]) => [
          key,
          { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) },
        ]),
      ),
      rules: rulesFor(config),
    })
    this.arn = acl.attrArn
  }
}
