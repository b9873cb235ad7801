import { appendFileSync } from 'node:fs'
import { beforeAll, expect, inject } from 'vitest'
import type { SeenAnswer } from './answers.ts'

/** Adds an answer to what the run has seen. */
export const recordAnswer = (operation: string, status: number): void => {
  const seen: SeenAnswer = { file: String(expect.getState().testPath), operation, status }
  appendFileSync(inject('answersFile'), `${JSON.stringify(seen)}\n`)
}

// Every file says that it ran, so that the end of the run knows whether it was the whole.
beforeAll(() => recordAnswer('none', 0))
