import { CfnOutput, Duration } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  type CfnUserPool,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  ProviderAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { type Config, isProtected } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { SignUpGuard } from './sign-up-guard.ts'
import { waive } from './waivers.ts'

const NO_ISSUER = 'none'

/**
 * The issuer of people's sessions: the configured OIDC issuer, or the stage's user pool. The pool also exists with an
 * issuer, so that a later configured issuer deletes no accounts. Emulators have no user pools.
 */
export class SessionIssuer extends Construct {
  readonly environment: Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>
  pool: UserPool | undefined
  readonly isPoolIssuer: boolean
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    const { sessionIssuer, sessionClient, userPool } = config
    const poolVariables = userPool ? this.addPool(config) : { SESSION_ISSUER: NO_ISSUER, SESSION_CLIENT_ID: NO_ISSUER }
    const hasConfiguredIssuer = sessionIssuer !== undefined && sessionClient !== undefined
    this.environment = hasConfiguredIssuer
      ? { SESSION_ISSUER: sessionIssuer, SESSION_CLIENT_ID: sessionClient }
      : poolVariables
    this.isPoolIssuer = userPool && !hasConfiguredIssuer
  }

  private addPool(config: Config): SessionIssuer['environment'] {
    const pool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passkeyUserVerification: PasskeyUserVerification.PREFERRED,
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      deletionProtection: isProtected(config),
      removalPolicy: removalPolicyOf(config),
    })
    waiveFindings(pool)
    this.pool = pool
    mailBySes(pool, config)
    if (config.edge !== 'off') new SignUpGuard(this, 'SignUps', config, pool)
    const client = this.addClient(config, pool)
    this.addSignInPages(config, pool, client)
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId })
    new CfnOutput(this, 'UserPoolClientId', { value: client.userPoolClientId })
    return { SESSION_ISSUER: pool.userPoolProviderUrl, SESSION_CLIENT_ID: client.userPoolClientId }
  }

  /** Creates a public client: a code is exchanged together with its verifier (PKCE), so the client needs no secret. */
  private addClient(config: Config, pool: UserPool): UserPoolClient {
    const google = this.addGoogle(config, pool)
    const client = new UserPoolClient(this, 'Client', {
      userPool: pool,
      // USER_AUTH offers password and passkey.
      authFlows: { user: true, userSrp: true },
      generateSecret: false,
      preventUserExistenceErrors: true,
      supportedIdentityProviders: [
        UserPoolClientIdentityProvider.COGNITO,
        ...(google ? [UserPoolClientIdentityProvider.GOOGLE] : []),
      ],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: config.callbackUrls,
        logoutUrls: config.logoutUrls,
      },
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(7),
    })
    if (google) client.node.addDependency(google)
    return client
  }

  private addSignInPages({ stage, signInPrefix }: Config, pool: UserPool, client: UserPoolClient): void {
    const domain = pool.addDomain('SignIn', {
      cognitoDomain: { domainPrefix: signInPrefix ?? `signet-${stage}-${pool.stack.account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    })
    const branding = new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    })
    branding.node.addDependency(domain)
    new CfnOutput(this, 'SignInUrl', { value: domain.baseUrl(), description: 'Sign-in page' })
  }

  private addGoogle({ googleClient, googleSecret }: Config, userPool: UserPool): Construct | undefined {
    if (!googleClient || !googleSecret) return undefined
    return new UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool,
      clientId: googleClient,
      clientSecretValue: Secret.fromSecretNameV2(this, 'GoogleSecret', googleSecret).secretValue,
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
      },
    })
  }
}

/**
 * Sends mail for sign-ups and forgotten passwords from mailFrom, because Cognito's own sender is limited to 50 a day.
 */
const mailBySes = (pool: UserPool, { mailFrom, mailIdentity }: Config): void => {
  if (mailFrom === undefined) return
  const identity = mailIdentity ?? mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  ;(pool.node.defaultChild as CfnUserPool).emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    from: `Signet <${mailFrom}>`,
    sourceArn: pool.stack.formatArn({ service: 'ses', resource: 'identity', resourceName: identity }),
  }
}

const waiveFindings = (pool: UserPool): void => {
  waive(
    pool,
    {
      id: 'AwsSolutions-COG2',
      reason: 'A second factor is optional: people create accounts with free credits themselves',
    },
    {
      id: 'AwsSolutions-COG8',
      reason:
        'Threat protection costs more per user than a free account earns; the plan will be chosen with the first payments',
    },
  )
}
