import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = {
  byValue: { 'buyCredits packId': 'names what is sold, which is the same for everybody' },
}
