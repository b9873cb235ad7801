import type { UserPool } from 'aws-cdk-lib/aws-cognito'
import { type CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { type AclRule, aboveRate, header, matching, type Statement, webAcl } from './web-acl.ts'

/** Sign-ups per address in five minutes: enough for an office whose people all start on one day. */
const SIGN_UPS_PER_ADDRESS = 50

/** Normalizes a path, so that rules match every spelling of it. */
const NORMALIZED_PATH: CfnWebACL.TextTransformationProperty[] = ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map(
  (type, priority) => ({ priority, type }),
)

const onSignUpPage = matching({ uriPath: {} }, 'STARTS_WITH', '/signup', NORMALIZED_PATH)

/** Matches the operation `SignUp` of Cognito's API; Cognito passes its name to web ACLs. */
const onSignUpCall = matching(header('x-amzn-cognito-operation-name'), 'EXACTLY', 'SignUp')

const onPost = matching({ method: {} }, 'EXACTLY', 'POST')

/**
 * Matches a sign-up on the page or through the API. The platform's pages do not call the API, but Cognito's own may.
 */
const onSignUpAttempt: Statement = {
  orStatement: { statements: [{ andStatement: { statements: [onSignUpPage, onPost] } }, onSignUpCall] },
}

const rulesFor = (signUpRate: number): AclRule[] => [
  {
    name: 'SignUpsPerAddress',
    action: { block: {} },
    statement: aboveRate({
      limit: SIGN_UPS_PER_ADDRESS,
      aggregateBy: 'IP',
      windowSeconds: 300,
      scopeDown: onSignUpAttempt,
    }),
  },
  {
    // Independent of the number of addresses: this rule bounds the costs of users.
    name: 'SignUpsTogether',
    action: { block: {} },
    statement: aboveRate({
      limit: signUpRate,
      aggregateBy: 'CONSTANT',
      windowSeconds: 600,
      scopeDown: onSignUpAttempt,
    }),
  },
  // Only on this page: on the page for a second factor the puzzle causes an error (Cognito Developer Guide, web ACLs).
  {
    name: 'SignUpPuzzle',
    action: { captcha: {} },
    // Half an hour, so that slow users do not lose the form.
    captchaConfig: { immunityTimeProperty: { immunityTime: 1800 } },
    statement: onSignUpPage,
  },
]

/**
 * A web ACL of the user pool. Every active person may cost money, and each sign-up sends a mail. So sign-ups require a
 * puzzle, and are limited per address and in total.
 */
export class SignUpGuard extends Construct {
  constructor(scope: Construct, id: string, { stage, signUpRate }: Config, pool: UserPool) {
    super(scope, id)
    const acl = webAcl(this, {
      stage,
      name: 'sign-in',
      scope: 'REGIONAL',
      description: 'Requests that reach the sign-in pages',
      rules: rulesFor(signUpRate),
    })
    new CfnWebACLAssociation(this, 'OfPool', { webAclArn: acl.attrArn, resourceArn: pool.userPoolArn })
  }
}
