import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = {
  byValue: { 'buyCredits packId': 'product key, which is the same for all callers' },
}
