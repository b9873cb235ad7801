import { PageHead } from '@signet/ui'

/** Keys. */
export const Area = () => <PageHead title="Keys" />
