import { constants, getPriority, setPriority } from 'node:os'

const BELOW_NORMAL = constants.priority.PRIORITY_BELOW_NORMAL

// Loaded before the tests without a stack (`npm run test:unit`). They can use all cores to the end; the API tests
// beside them use one each. So the API tests have priority, and no core is idle while the last of them end.
if (getPriority() < BELOW_NORMAL) setPriority(BELOW_NORMAL)
