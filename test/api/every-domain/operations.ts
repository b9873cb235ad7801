import { describe, inject } from 'vitest'
import { apiDomainsOf } from '../../support/declared-operations.ts'
import { plainOperation } from '../../support/operation-requests.ts'
import { checkPlainAnswers } from './plain-answers.ts'
import { checkRates } from './rates.ts'
import { checkScopes } from './scopes.ts'

/** Number of files that share the operations of all domains. */
const FILE_COUNT = 16

/** Checks what follows from an operation's contract alone, for one share of all operations, counted from 1. */
export const checkOperations = (fileNumber: number): void => {
  const all = apiDomainsOf(inject('domains')).flatMap(({ name: domain, api, operations }) =>
    operations.map((id) => ({ domain, api, ...plainOperation(id) })),
  )
  const share = all.filter((_, index) => index % FILE_COUNT === fileNumber - 1)
  describe.runIf(share.length > 0)(`operations, part ${fileNumber} of ${FILE_COUNT}`, () => {
    checkPlainAnswers(share)
    checkScopes(share)
    checkRates(share)
  })
}
