import { type RunReadingInput, runtime, type StructuredReading } from '../api/runtime.ts'
import type { QueryContext } from '../session/queries.ts'
import type { Answers } from './fact-words.ts'

export interface ReadingInput {
  readonly spreadType?: string
  readonly script?: string
  readonly intention: string
  readonly answers: Answers
  /** The project in which readings are saved. */
  readonly querent: string
}

/** Builds the request. With `lenient`, a position with too few cards is reported instead of rejected. */
export const requestOf = ({ spreadType, script, intention, answers, querent }: ReadingInput): RunReadingInput => ({
  ...(script === undefined ? { spreadType } : { script }),
  querent: {
    ...(querent === '' ? {} : { id: querent }),
    ...(intention === '' ? {} : { intention }),
    state: answers,
  },
  lenient: true,
})

const runStructured = async (request: RunReadingInput, signal?: AbortSignal): Promise<StructuredReading> => {
  const reply = await runtime.runReading(request, { ...(signal && { signal }) })
  if (!('coverage' in reply)) throw new Error('The runtime returned another response format than requested')
  return reply
}

export const readingQuery = (organization: string, input: ReadingInput) => ({
  queryKey: ['readings', organization, 'run', input],
  queryFn: ({ signal }: QueryContext) => runStructured(requestOf(input), signal),
  placeholderData: (previous: StructuredReading | undefined) => previous,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Signs and saves a reading in its project. Saving the same reading again returns the same record. */
export const signAndSave = (input: ReadingInput, key: string): Promise<StructuredReading> =>
  runStructured({ ...requestOf(input), inscribe: true, 'idempotency-key': key })
