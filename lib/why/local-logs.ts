import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { KEPT_LOGS, type LogLine } from '../local/log-store.ts'
import type { RawLine } from './log-line.ts'
import { type LogSource, LogsUnavailable } from './log-source.ts'

const lineOf = (text: string): RawLine | undefined => {
  try {
    const { at, fn, run, level, text: said } = JSON.parse(text) as LogLine
    return { at, fn, run, level, text: said }
  } catch {
    // The runner was stopped while it wrote its last line.
    return undefined
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Lines of a file that have one of the texts. Ids have no characters that JSON escapes. */
const linesIn = async (file: string, texts: readonly string[]): Promise<readonly RawLine[] | undefined> => {
  const lines: RawLine[] = []
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = texts.some((wanted) => text.includes(wanted)) ? lineOf(text) : undefined
      if (line) lines.push(line)
    }
    return lines
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new LogsUnavailable(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const localLogs = (state: string): LogSource => ({
  searched: `the last 40 MB of lines of functions in ${join(state, 'logs')}`,
  async search(texts) {
    const files = await Promise.all(KEPT_LOGS.map((file) => linesIn(join(state, file), texts)))
    if (files.every((lines) => lines === undefined)) {
      throw new LogsUnavailable(
        `There are no logs in ${state}: start the system with npm start, or name a stage with --stage`,
      )
    }
    return files.flatMap((lines) => lines ?? [])
  },
})
