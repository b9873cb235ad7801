import { CfnOutput, Duration } from 'aws-cdk-lib'
import { AccountRecovery, Mfa, UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { type Config, isDisposable } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

/** What functions are told where there are no sessions. */
const NONE = 'none'

/**
 * Who issues the sessions of people: the OIDC issuer of the configuration, or a user pool of our own. Emulators without
 * user pools have no sessions.
 */
export class SessionIssuer extends Construct {
  /** Variables for the environment of functions that check sessions. */
  readonly environment: Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    const { sessionIssuer, sessionClient, userPool } = config
    if (sessionIssuer && sessionClient) {
      this.environment = { SESSION_ISSUER: sessionIssuer, SESSION_CLIENT_ID: sessionClient }
    } else if (userPool) {
      this.environment = this.addPool(config)
    } else {
      this.environment = { SESSION_ISSUER: NONE, SESSION_CLIENT_ID: NONE }
    }
  }

  private addPool(config: Config): SessionIssuer['environment'] {
    const pool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      deletionProtection: !isDisposable(config),
      removalPolicy: removalPolicyOf(config),
    })
    const client = new UserPoolClient(this, 'Client', {
      userPool: pool,
      authFlows: { userSrp: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(7),
    })
    waive(
      pool,
      {
        id: 'AwsSolutions-COG2',
        reason: 'A second factor is offered and not forced: accounts that hold free credits are opened by themselves',
        until: '2027-06-30',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'Threat protection costs more a user than a free account brings; the plan is chosen with the first payments',
        until: '2027-06-30',
      },
    )
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId })
    new CfnOutput(this, 'UserPoolClientId', { value: client.userPoolClientId })
    return { SESSION_ISSUER: pool.userPoolProviderUrl, SESSION_CLIENT_ID: client.userPoolClientId }
  }
}
