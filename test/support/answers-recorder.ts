import { appendFileSync } from 'node:fs'
import { beforeAll, expect, inject } from 'vitest'
import type { SeenAnswer } from './answers.ts'
import { declaredOperation } from './declared-operations.ts'

/** The operation with its API, which two of one name do not share. */
const fullName = (operation: string): string => {
  const { service, name } = declaredOperation(operation)
  return `${service}/${name}`
}

/** Adds an answer to the statuses of the run. */
export const recordAnswer = (operation: string, status: number): void => {
  const full = operation === 'none' ? operation : fullName(operation)
  const seen: SeenAnswer = { file: String(expect.getState().testPath), operation: full, status }
  appendFileSync(inject('answersFile'), `${JSON.stringify(seen)}\n`)
}

// Every file says that it ran, so that the end of the run knows whether it was the whole.
beforeAll(() => recordAnswer('none', 0))
