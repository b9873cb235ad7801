import { beforeAll, expect, inject } from 'vitest'
import { declaredOperation } from './declared-operations.ts'
import { addAnswer } from './recorded-results.ts'

/** The operation with its API, which two of one name do not share. */
const fullName = (operation: string): string => {
  const { service, name } = declaredOperation(operation)
  return `${service}/${name}`
}

/** Adds an answer to the statuses of the run. */
export const recordAnswer = (operation: string, status: number): void => {
  const full = operation === 'none' ? operation : fullName(operation)
  addAnswer(inject('results'), { file: String(expect.getState().testPath), operation: full, status })
}

// Every file says that it ran, so that the end of the run knows whether it was the whole.
beforeAll(() => recordAnswer('none', 0))
