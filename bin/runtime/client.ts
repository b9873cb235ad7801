import { type Call, EXIT, Failure } from '@signet/command-line'
import { type ErrorBody, Refusal, type Service, serviceOf } from '../command-line/service.ts'
import { SERVICE_OPTIONS } from '../command-line/service-options.ts'

export const OPTIONS = {
  ...SERVICE_OPTIONS,
  intention: { type: 'string' },
  spread: { type: 'string' },
  state: { type: 'string', multiple: true },
  seed: { type: 'string' },
  inscribe: { type: 'boolean' },
  lenient: { type: 'boolean' },
  check: { type: 'boolean' },
  output: { type: 'string' },
  name: { type: 'string' },
  target: { type: 'string' },
  pattern: { type: 'string' },
  kind: { type: 'string' },
  minimum: { type: 'string' },
  rubric: { type: 'string' },
} as const

export type RuntimeCall = Call<typeof OPTIONS>

/** Reads `--seed`. @throws Failure if it is not a whole number */
export const seedOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seed = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed
  throw new Failure(EXIT.usage, `--seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER} (got ${text})`)
}

export type Runtime = Pick<Service, 'call'>

interface RuntimeErrorBody extends ErrorBody {
  readonly spreads?: unknown
  readonly wanted?: number
  readonly available?: number
}

const nextStep = ({ code, spreads, wanted, available }: RuntimeErrorBody): string | undefined => {
  if (code === 'unauthenticated') return 'Pass a key with --key or in RUNTIME_API_KEY'
  if (code === 'unknown_spread' && Array.isArray(spreads)) return `Available spreads: ${spreads.join(', ')}`
  if (code === 'position_unfilled')
    return `With --lenient the reading continues with ${available} instead of ${wanted} cards`
  if (code === 'plan_required') return 'Use a key of an organization with a paid plan'
  if (code === 'script_invalid') return 'To check the script only: signet runtime run FILE --check'
  return undefined
}

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
