import { type LogLine, type RawLine, readLine } from './log-line.ts'
import { firstTexts, furtherTexts } from './story.ts'

export interface LogSource {
  /** Every line that has one of these texts, in any order. @throws LogsUnavailable */
  search(texts: readonly string[]): Promise<readonly RawLine[]>
  /** Where it looks and how long lines are kept, as the end of the sentence "Nothing has it: searched …". */
  readonly searched: string
}

/** The lines cannot be read; the message says why and what to do. */
export class LogsUnavailable extends Error {
  override readonly name = 'LogsUnavailable'
}

const read = (lines: readonly RawLine[]): readonly LogLine[] => lines.flatMap((line) => readLine(line) ?? [])

/**
 * All lines that may be about an id: those that have it, and those of the things, requests and runs that these name. Two
 * more rounds at most: from a run to its job, and from the job to its request.
 */
export const linesFor = async (source: LogSource, id: string): Promise<readonly LogLine[]> => {
  const asked = new Set<string>()
  const lines: LogLine[] = []
  let texts = firstTexts(id)
  for (let round = 0; round < 3 && texts.length > 0; round++) {
    for (const text of texts) asked.add(text)
    lines.push(...read(await source.search(texts)))
    texts = furtherTexts(id, lines).filter((text) => !asked.has(text))
  }
  return lines
}
