import { CanaryMachine } from '../constructs/canary-machine.ts'
import type { DomainParts } from '../constructs/domain-build.ts'

export const flagsParts: DomainParts = {
  machines: {
    canaries: ({ stack, config, fn }) =>
      new CanaryMachine(stack, 'Canaries', { config, advance: fn('advance') }).machine,
  },
}
