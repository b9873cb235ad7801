import type { SFNClient } from '@aws-sdk/client-sfn'
import { ability } from './ability.ts'

export const machines = ability<readonly string[], { readonly sfn: SFNClient }>()({
  allows: 'Starts executions of state machines',
  local: { service: 'states' },
  variables: { '*_MACHINE_ARN': ({ machine }, name) => machine(name).name },
  rights: (names, { machine }) => [
    { actions: ['states:StartExecution'], resources: names.map((name) => machine(name).arn) },
  ],
})
