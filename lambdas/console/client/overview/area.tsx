import { PageHead } from '@signet/ui'

/** What is going on, and what to do next. */
export const Area = () => <PageHead title="Overview" />
