import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = { paths: {} }
