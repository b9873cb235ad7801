import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedCall } from '../../lib/local/aws/call-log.ts'
import type { EmbeddedAws } from '../../lib/local/aws/ports.ts'
import type { ReceivedAnswer } from './answers.ts'
import type { BusEvent } from './events.ts'
import { type ArnForms, type NeededRight, neededRights } from './rights/needed-rights.ts'

/** The results of API tests and stories. Each stack and test file adds lines of JSON to the files of one folder. */
export interface Results {
  readonly answers: readonly ReceivedAnswer[]
  /** The rights that functions used. */
  readonly needed: readonly NeededRight[]
  /** The events that were put on the buses. */
  readonly events: readonly BusEvent[]
}

const FILES = { answers: 'answers.jsonl', needed: 'rights.jsonl', events: 'events.jsonl' } as const

const addLines = (folder: string, kind: keyof Results, values: readonly unknown[]): void => {
  if (values.length > 0)
    appendFileSync(join(folder, FILES[kind]), values.map((each) => `${JSON.stringify(each)}\n`).join(''))
}

const linesOf = <T>(folder: string, kind: keyof Results): T[] => {
  const file = join(folder, FILES[kind])
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as T)
}

/** Records an answer that a test received. */
export const addAnswer = (folder: string, answer: ReceivedAnswer): void => addLines(folder, 'answers', [answer])

/** Reads the results in the folder. */
export const resultsIn = (folder: string): Results => ({
  answers: linesOf(folder, 'answers'),
  needed: linesOf(folder, 'needed'),
  events: linesOf(folder, 'events'),
})

const IS_WRITE = /^dynamodb:(?:Put|Update)Item$/

const addPartition = (partitions: Map<string, Set<string>>, key: string): void => {
  const prefix = /^[^#]*#[^#]*#/.exec(key)?.[0]
  if (prefix === undefined) return
  const keys = partitions.get(prefix) ?? new Set()
  partitions.set(prefix, keys.add(key))
}

/** Records the rights and events of one stack. */
export const stackRecorder = () => {
  const rights = new Map<string, NeededRight>()
  const partitions = new Map<string, Set<string>>()
  let forms: ArnForms | undefined
  let events = 0
  return {
    /** Starts recording. Earlier calls are those of the seed. */
    begin: (arnForms: ArnForms): void => {
      forms = arnForms
    },
    see: (call: RecordedCall): void => {
      if (!forms) return
      for (const right of neededRights([call], forms)) {
        rights.set(JSON.stringify(right), right)
        if (IS_WRITE.test(right.action)) for (const key of right.keys) addPartition(partitions, key)
      }
    },
    /** Partition keys of written rows, by their first two parts. */
    partitions: partitions as ReadonlyMap<string, ReadonlySet<string>>,
    /** Adds the rights and events since the previous call to the files of the folder. */
    record: (folder: string, aws: Pick<EmbeddedAws, 'events'>): void => {
      addLines(folder, 'needed', [...rights.values()])
      rights.clear()
      const allEvents = aws.events()
      addLines(
        folder,
        'events',
        allEvents.slice(events).map(({ event }) => event),
      )
      events = allEvents.length
    },
  }
}
