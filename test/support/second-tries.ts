import type { Reporter, TestCase } from 'vitest/node'

/** Says which tests passed only at their second try, so that nobody takes a flaky test for a sound one. */
export class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky)
      console.log(`figures: passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`)
  }
}
