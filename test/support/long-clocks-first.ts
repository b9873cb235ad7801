import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that advance a stack's clock by a week or a month. */
const LONG_CLOCKS = /\/(?:billing\/downgrade|accounts\/organisation-invitations)\.test\.ts$/

const isLong = ({ moduleId }: TestSpecification): boolean => LONG_CLOCKS.test(moduleId)

/**
 * Runs the files with the longest advances before all others. Daily schedules and renewals work through everything that
 * other files have left on the stack: after a hundred files a month takes ten times as long as at first.
 */
export class LongClocksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
