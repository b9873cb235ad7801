import type { UserPool } from 'aws-cdk-lib/aws-cognito'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'

/** Sign-ups that one address may try in five minutes: an office that begins on one day has that many. */
const SIGN_UPS = 50

const NONE: CfnWebACL.TextTransformationProperty[] = [{ priority: 0, type: 'NONE' }]

/** A path is one path in whatever way it is written. */
const ONE_WAY: CfnWebACL.TextTransformationProperty[] = ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map(
  (type, priority) => ({ priority, type }),
)

/** The sign-up page of managed login. */
const isSignUp: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: '/signup',
    textTransformations: ONE_WAY,
  },
}

/** The operation `SignUp` of Cognito's API, as Cognito tells it to web ACLs. */
const isSignUpCall: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'x-amzn-cognito-operation-name' } },
    positionalConstraint: 'EXACTLY',
    searchString: 'SignUp',
    textTransformations: NONE,
  },
}

const isPost: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: 'POST',
    textTransformations: NONE,
  },
}

/** Somebody signs up, on the page or by the API: none of our pages calls that, yet Cognito's own may. */
const isAttempt: CfnWebACL.StatementProperty = {
  orStatement: { statements: [{ andStatement: { statements: [isSignUp, isPost] } }, isSignUpCall] },
}

const rulesFor = (signUpRate: number): Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>[] => [
  {
    name: 'SignUpsPerAddress',
    action: { block: {} },
    statement: {
      rateBasedStatement: {
        limit: SIGN_UPS,
        aggregateKeyType: 'IP',
        evaluationWindowSec: 300,
        scopeDownStatement: isAttempt,
      },
    },
  },
  {
    // Whatever the number of addresses: this is what bounds the bill for people.
    name: 'SignUpsTogether',
    action: { block: {} },
    statement: {
      rateBasedStatement: {
        limit: signUpRate,
        aggregateKeyType: 'CONSTANT',
        evaluationWindowSec: 600,
        scopeDownStatement: isAttempt,
      },
    },
  },
  // Not on other pages: on that for a second factor it ends in an error (Cognito Developer Guide, web ACLs).
  {
    name: 'SignUpPuzzle',
    action: { captcha: {} },
    // Whoever takes half an hour for the form does not lose it.
    captchaConfig: { immunityTimeProperty: { immunityTime: 1800 } },
    statement: isSignUp,
  },
]

/**
 * A web ACL before the user pool: each person who is active in a month may cost, and each sign-up sends a mail, so sign-ups
 * pass the page with its puzzle, so many by address and so many of all together.
 */
export class SignUpGuard extends Construct {
  constructor(scope: Construct, id: string, { stage, signUpRate }: Config, pool: UserPool) {
    super(scope, id)
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
      metricName: `signet-${stage}-${metricName}`,
    })
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      description: 'What comes to the sign-in pages',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('sign-in'),
      rules: rulesFor(signUpRate).map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: visibility(rule.name),
      })),
    })
    new CfnWebACLAssociation(this, 'OfPool', { webAclArn: acl.attrArn, resourceArn: pool.userPoolArn })
  }
}
