import { describe, inject } from 'vitest'
import { apiDomainsOf } from '../../support/declared-operations.ts'
import { plainOperation } from '../../support/operation-requests.ts'
import { checkPlainAnswers } from './plain-answers.ts'
import { checkRates } from './rates.ts'
import { checkScopes } from './scopes.ts'

/** Number of files that share the operations of all domains. */
const PARTS = 16

/** Checks what follows from an operation's contract alone, for one share of all operations, counted from 1. */
export const checkOperations = (part: number): void => {
  const all = apiDomainsOf(inject('domains')).flatMap(({ name: domain, api, operations }) =>
    operations.map((id) => ({ domain, api, ...plainOperation(id) })),
  )
  const share = all.filter((_, index) => index % PARTS === part - 1)
  describe.runIf(share.length > 0)(`operations, part ${part} of ${PARTS}`, () => {
    checkPlainAnswers(share)
    checkScopes(share)
    checkRates(share)
  })
}
