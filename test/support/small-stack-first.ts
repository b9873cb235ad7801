import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that cost more the more there is on a stack, in their order. */
const FIRST = [
  // They advance the clock by a week or a month: daily schedules and renewals work through everything that is there.
  /\/(?:billing\/downgrade|accounts\/organisation-invitations)\.test\.ts$/,
  // It looks through the whole table, twice for each operation.
  /\/every-domain\/rates\.test\.ts$/,
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = FIRST.findIndex((files) => files.test(moduleId))
  return place === -1 ? FIRST.length : place
}

/** Runs the files first that take ten times as long on a stack which a hundred other files have used. */
export class SmallStackFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
