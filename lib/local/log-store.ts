import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FunctionLog } from './lambda-service.ts'

/** Files below the state folder: older lines, then the newest ones. */
export const LOG_FILES = ['logs/functions.1.jsonl', 'logs/functions.jsonl'] as const

/** Size of a file in bytes before the next one starts; there are two. */
const FILE_MAX = 20 * 1024 * 1024

/** A stored log line of a function, one JSON object per line. */
export interface LogLine {
  /** Milliseconds since the epoch, on the local clock. */
  readonly at: number
  readonly fn: string
  readonly run?: string | undefined
  readonly level: string
  readonly text: string
}

/** Stores log lines of functions in two files of limited size, for `npm run why`. */
export const logStore = (state: string, fileMax = FILE_MAX) => {
  const [older, newest] = LOG_FILES.map((file) => join(state, file)) as [string, string]
  let pendingLines: string[] = []
  let bytes: number | undefined
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    if (bytes === undefined) {
      await mkdir(join(state, 'logs'), { recursive: true })
      bytes = await stat(newest).then(
        ({ size }) => size,
        () => 0,
      )
    }
    while (pendingLines.length > 0) {
      const text = pendingLines.join('')
      pendingLines = []
      if (bytes > 0 && bytes + text.length > fileMax) {
        await rename(newest, older)
        bytes = 0
      }
      await appendFile(newest, text)
      bytes += Buffer.byteLength(text)
    }
  }
  const start = (): void => {
    writing ??= write()
      .catch(() => {
        pendingLines = []
      })
      .finally(() => {
        writing = undefined
      })
  }

  return {
    /** Stores output of a function. Never throws and never waits: a full disk must not stop the functions. */
    store({ fn, requestId: run, level, text }: FunctionLog, at: number): void {
      // A chunk of standard output may contain several lines.
      for (const line of text.split(/\n(?=\{)/)) {
        const entry: LogLine = { at, fn, run, level, text: line.trimEnd() }
        pendingLines.push(`${JSON.stringify(entry)}\n`)
      }
      start()
    },
    async flush(): Promise<void> {
      while (writing !== undefined) await writing
    },
  }
}
