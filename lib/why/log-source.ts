import { type LogLine, type RawLine, readLine } from './log-line.ts'
import { firstTexts, furtherTexts } from './story.ts'

export interface LogSource {
  /**
   * Returns every line that contains one of these texts, in any order.
   * @throws LogsUnavailableError
   */
  search(texts: readonly string[]): Promise<readonly RawLine[]>
  /** The searched logs and their retention, as the end of the sentence "… searched …". */
  readonly searched: string
}

/** The lines cannot be read. The message has the reason and what to do. */
export class LogsUnavailableError extends Error {
  override readonly name = 'LogsUnavailableError'
}

const parseLines = (lines: readonly RawLine[]): readonly LogLine[] => lines.flatMap((line) => readLine(line) ?? [])

/**
 * Returns all lines that may be about an id: lines that contain it, and lines of the subjects, requests and runs in
 * those. Makes at most two more rounds: from a run to its job, and from the job to its request.
 */
export const linesFor = async (source: LogSource, id: string): Promise<readonly LogLine[]> => {
  const searchedTexts = new Set<string>()
  const lines: LogLine[] = []
  let texts = firstTexts(id)
  for (let round = 0; round < 3 && texts.length > 0; round++) {
    for (const text of texts) searchedTexts.add(text)
    lines.push(...parseLines(await source.search(texts)))
    texts = furtherTexts(id, lines).filter((text) => !searchedTexts.has(text))
  }
  return lines
}
