import { RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { CfnApiKey } from 'aws-cdk-lib/aws-apigateway'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { EDGE_REGION, keySuffix, originKeyName } from '../edge-config.ts'
import { type OriginKeyNames, published } from './shared-data.ts'
import { waive } from './waivers.ts'

/**
 * The key by which the edge shows itself: a secret, with a copy in the edge's region, and an API key of API Gateway with its
 * value. API Gateway refuses requests without it before any function runs, and does not charge for them.
 */
export class OriginKey extends Construct {
  readonly names: OriginKeyNames
  constructor(scope: Stack, id: string, config: Config) {
    super(scope, id)
    const { stage, region } = config
    // Readers of outputs are deployed again where the names of these change.
    const suffix = keySuffix(config.originKey)
    const isElsewhere = region !== undefined && region !== EDGE_REGION
    const secret = new Secret(this, 'Secret', {
      // The edge is in another region, where a secret's copy is found by its name alone.
      secretName: originKeyName(config),
      description: 'By this key APIs recognize the edge',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      replicaRegions: isElsewhere ? [{ region: EDGE_REGION }] : [],
      // Nothing is lost with it, and one that stays would be in the way of the next of its name.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    waive(secret, {
      id: 'AwsSolutions-SMG4',
      reason: 'API Gateway, CloudFront and functions must change at once: SIGNET_ORIGIN_KEY replaces it (docs/edge.md)',
    })
    const key = new CfnApiKey(this, 'Key', {
      name: `signet-${stage}-edge${suffix}`,
      description: 'Of the edge, and of functions that ask siblings',
      enabled: true,
      // A reference that CloudFormation resolves: the value is in no template.
      value: secret.secretValue.unsafeUnwrap(),
    })
    this.names = {
      secret: {
        name: published(scope, `OriginKeySecret${suffix}`, secret.secretArn),
        arn: published(scope, `OriginKeySecretArn${suffix}`, secret.secretArn),
      },
      apiKey: published(scope, `OriginApiKey${suffix}`, key.ref),
    }
  }
}
