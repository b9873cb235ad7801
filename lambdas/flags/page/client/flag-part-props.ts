import type { Access, Flag } from './api.ts'

/** What each part of a flag's details is given. */
export interface FlagPartProps {
  readonly access: Access
  readonly flag: Flag
  /** Does something that leaves the flag changed, and shows what comes of it. */
  readonly act: (change: () => Promise<Flag>) => Promise<void>
}
