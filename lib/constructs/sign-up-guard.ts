import type { UserPool } from 'aws-cdk-lib/aws-cognito'
import { type CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { type AclRule, beyondRate, header, matching, type Statement, webAcl } from './web-acl.ts'

/** Sign-ups that one address may try in five minutes: an office that begins on one day has that many. */
const SIGN_UPS = 50

/** A path is one path in whatever way it is written. */
const ONE_WAY: CfnWebACL.TextTransformationProperty[] = ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map(
  (type, priority) => ({ priority, type }),
)

const isSignUp = matching({ uriPath: {} }, 'STARTS_WITH', '/signup', ONE_WAY)

/** The operation `SignUp` of Cognito's API, as Cognito tells it to web ACLs. */
const isSignUpCall = matching(header('x-amzn-cognito-operation-name'), 'EXACTLY', 'SignUp')

const isPost = matching({ method: {} }, 'EXACTLY', 'POST')

/** Somebody signs up, on the page or by the API: none of our pages calls that, yet Cognito's own may. */
const isAttempt: Statement = {
  orStatement: { statements: [{ andStatement: { statements: [isSignUp, isPost] } }, isSignUpCall] },
}

const rulesFor = (signUpRate: number): AclRule[] => [
  {
    name: 'SignUpsPerAddress',
    action: { block: {} },
    statement: beyondRate({ limit: SIGN_UPS, of: 'IP', windowSeconds: 300, only: isAttempt }),
  },
  {
    // Whatever the number of addresses: this is what bounds the bill for people.
    name: 'SignUpsTogether',
    action: { block: {} },
    statement: beyondRate({ limit: signUpRate, of: 'CONSTANT', windowSeconds: 600, only: isAttempt }),
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
    const acl = webAcl(this, {
      stage,
      name: 'sign-in',
      scope: 'REGIONAL',
      description: 'What comes to the sign-in pages',
      rules: rulesFor(signUpRate),
    })
    new CfnWebACLAssociation(this, 'OfPool', { webAclArn: acl.attrArn, resourceArn: pool.userPoolArn })
  }
}
