import type { LambdaClient } from '@aws-sdk/client-lambda'
import { ability } from './ability.ts'

/** Functions by their bundles: `images-credits`. */
export const invokes = ability<readonly string[], { readonly lambda: LambdaClient }>()({
  allows: 'Invokes functions and waits for their answers',
  local: { service: 'lambda' },
  variables: { '*_FUNCTION': ({ fn }, bundle) => fn(bundle).name },
  rights: (bundles, { fn }) => [
    { actions: ['lambda:InvokeFunction'], resources: bundles.map((bundle) => fn(bundle).arn) },
  ],
})
