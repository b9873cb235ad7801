import type { SpendCategory } from '../limits/ceilings.ts'
import { ability } from './ability.ts'

export const spends = ability<readonly SpendCategory[]>()({
  allows: 'Uses services that are charged by use, each up to its daily ceiling',
  local: { instead: 'the same ceilings, although local services are free' },
  variables: {
    DAILY_CEILINGS: ({ setting }) => setting('DAILY_CEILINGS'),
    STAGE: ({ setting }) => setting('STAGE'),
  },
  rows: () => ({ SPEND: ['get', 'update'] }),
})
