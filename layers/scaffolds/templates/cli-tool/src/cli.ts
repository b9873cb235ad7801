#!/usr/bin/env node
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { run } from './handler.ts'

const lines = (path: string): AsyncIterable<string> => {
  const input = path === '-' ? process.stdin : createReadStream(path)
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  input.on('error', (error: Error) => reader.emit('error', error))
  return reader
}

// A reader such as head may close the pipe early. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  lines,
})
