import { type Call, EXIT, Failure } from '@signet/command-line'
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
