import type { Reporter, TestCase } from 'vitest/node'

/** Prints the tests that passed only on their second try, so that flaky tests are noticed. */
export class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky)
      console.log(`figures: passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
