import type { SpendCategory } from '../limits/ceilings.ts'
import { ability } from './ability.ts'

export const spends = ability<readonly SpendCategory[]>()({
  allows: 'Uses things that cost by use, each within its ceiling a day',
  local: { instead: 'the same ceilings, for what costs nothing there' },
  variables: {
    DAILY_CEILINGS: ({ setting }) => setting('DAILY_CEILINGS'),
    STAGE: ({ setting }) => setting('STAGE'),
  },
  rows: () => ({ SPEND: ['get', 'update'] }),
})
