import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { LOG_FILES, type LogLine } from '../local/log-store.ts'
import type { RawLine } from './log-line.ts'
import { type LogSource, LogsUnavailableError } from './log-source.ts'

const lineOf = (text: string): RawLine | undefined => {
  try {
    const { at, fn, run, level, text: message } = JSON.parse(text) as LogLine
    return { at, fn, run, level, text: message }
  } catch {
    // The runner was stopped during its last line.
    return undefined
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Returns the lines of a file that contain one of the texts. Ids have no characters that JSON escapes. */
const linesIn = async (file: string, texts: readonly string[]): Promise<readonly RawLine[] | undefined> => {
  const lines: RawLine[] = []
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = texts.some((candidate) => text.includes(candidate)) ? lineOf(text) : undefined
      if (line) lines.push(line)
    }
    return lines
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new LogsUnavailableError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const localLogs = (state: string): LogSource => ({
  searched: `the last 40 MB of function logs in ${join(state, 'logs')}`,
  async search(texts) {
    const files = await Promise.all(LOG_FILES.map((file) => linesIn(join(state, file), texts)))
    if (files.every((lines) => lines === undefined)) {
      throw new LogsUnavailableError(
        `${state} has no logs: start the system with npm start, or choose a stage with --stage`,
      )
    }
    return files.flatMap((lines) => lines ?? [])
  },
})
