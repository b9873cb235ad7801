import { beforeAll, expect, inject } from 'vitest'
import { declaredOperation } from './declared-operations.ts'
import { addAnswer } from './recorded-results.ts'

/** Returns `<api>/<name>`, because APIs may have operations of the same name. */
const fullName = (operation: string): string => {
  const { service, name } = declaredOperation(operation)
  return `${service}/${name}`
}

/** Records the status of an answer for the checks at the end of the run. */
export const recordAnswer = (operation: string, status: number): void => {
  const qualifiedName = operation === 'none' ? operation : fullName(operation)
  addAnswer(inject('results'), { file: String(expect.getState().testPath), operation: qualifiedName, status })
}

// Records that the file ran, even if it receives no answer.
beforeAll(() => recordAnswer('none', 0))
