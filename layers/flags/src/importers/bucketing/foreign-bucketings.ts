import { type BucketingFormula, registerBucketing } from '../../extend.ts'
import { flagd2 } from './flagd.ts'
import { growthBook } from './growthbook.ts'
import { launchDarkly } from './launchdarkly.ts'
import { unleash } from './unleash.ts'

const FORMULAS: Readonly<Record<string, BucketingFormula>> = {
  unleash,
  flagd2,
  gb1: growthBook(1),
  gb2: growthBook(2),
  ld: launchDarkly,
}

/**
 * Makes the formulas of other systems known to the engine of this process. To be called where imported flags are evaluated;
 * without it they give their defaults, with reason ERROR. The importers call it themselves.
 */
export const registerForeignBucketings = (): void => {
  for (const [name, formula] of Object.entries(FORMULAS)) registerBucketing(name, formula)
}
