import type { Access, Flag } from './api.ts'

/** The props of each part of a flag's details. */
export interface FlagPartProps {
  readonly access: Access
  readonly flag: Flag
  /** Runs a change of the flag and shows the result. */
  readonly act: (change: () => Promise<Flag>) => Promise<void>
}
