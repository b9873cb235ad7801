import { CfnOutput } from 'aws-cdk-lib'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import type { DomainFunction } from './domain-function.ts'
import { removalPolicyOf } from './removal-policy.ts'
import { waive } from './waivers.ts'

/** Providers by the variable that names their secret in a function's environment. */
const PROVIDERS = {
  EDGE_HOSTED_SECRET: ['EdgeHosted', 'edge-hosted models: {"api_key":"…","account_id":"…"}'],
  PROVIDER_A_SECRET: ['ProviderA', 'provider-a: {"api_key":"…"}'],
  PROVIDER_B_SECRET: ['ProviderB', 'provider-b: {"api_key":"…"}'],
} as const

/**
 * One secret for each image provider, deployed without a value: a provider serves once somebody has given its secret one
 * (README, Deploying to AWS). The values are never in a template, an environment variable or a log.
 */
export class ProviderSecrets extends Construct {
  /** Variables for the environment of functions that read or describe the secrets. */
  readonly environment: Readonly<Record<keyof typeof PROVIDERS, string>>
  private readonly arns: readonly string[]
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    const made = Object.entries(PROVIDERS).map(([variable, [name, form]]) => {
      // The L2 construct would generate a value, and a provider with a random key would count as configured.
      const secret = new CfnSecret(this, name, { description: `Credentials of ${form}` })
      secret.applyRemovalPolicy(removalPolicyOf(config))
      new CfnOutput(this, `${name}Secret`, { value: secret.ref, description: `Put the value of ${form}` })
      return [variable, secret.ref] as const
    })
    this.environment = Object.fromEntries(made) as Record<keyof typeof PROVIDERS, string>
    this.arns = made.map(([, arn]) => arn)
    waive(this, {
      id: 'AwsSolutions-SMG4',
      reason:
        'The key is made in the console of the provider; rotating it is putting a new value, which is read at once',
      until: '2027-06-30',
    })
  }

  /** Lets a function read the values. */
  grantRead(to: DomainFunction): void {
    to.allow(['secretsmanager:GetSecretValue'], this.arns)
  }

  /** Lets a function see whether there are values, and not what they are. */
  grantDescribe(to: DomainFunction): void {
    to.allow(['secretsmanager:DescribeSecret'], this.arns)
  }
}
