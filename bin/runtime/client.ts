import { Failure } from '@signet/command-line'
import { type ErrorBody, Refusal, type Service, serviceOf } from '../command-line/service.ts'
import type { RuntimeCall } from './options.ts'

export type Runtime = Pick<Service, 'call'>

interface RuntimeErrorBody extends ErrorBody {
  readonly spreads?: unknown
  readonly wanted?: number
  readonly available?: number
}

/** Names the next step after an error whose message does not. */
const nextStep = ({ code, spreads, wanted, available }: RuntimeErrorBody): string | undefined => {
  if (code === 'unauthenticated') return 'Pass a key with --key or in RUNTIME_API_KEY'
  if (code === 'unknown_spread' && Array.isArray(spreads)) return `There are ${spreads.join(', ')}`
  if (code === 'position_unfilled') return `--lenient takes ${available} instead of ${wanted}`
  if (code === 'plan_required') return 'Use a key of an organization with a paid plan'
  if (code === 'script_invalid') return 'signet runtime run FILE --check only checks it'
  return undefined
}

/** The runtime that the call is for. Its errors name the next step. */
export const runtimeService = ({ flags, terminal }: RuntimeCall): Runtime => {
  const service = serviceOf(
    {
      api: 'runtime',
      urlVariables: ['SIGNET_RUNTIME_URL', 'RUNTIME_URL'],
      keyVariables: ['SIGNET_RUNTIME_API_KEY', 'RUNTIME_API_KEY'],
      demoKey: 'platKey',
    },
    flags,
    terminal,
  )
  return {
    async call<T>(...request: Parameters<Service['call']>): Promise<T> {
      try {
        return await service.call<T>(...request)
      } catch (error) {
        const next = error instanceof Refusal && error.body ? nextStep(error.body) : undefined
        throw next === undefined
          ? error
          : new Failure((error as Refusal).code, `${(error as Refusal).message}\n  ${next}`)
      }
    },
  }
}
