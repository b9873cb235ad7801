import type { RunEvents } from '@signet/kernel'
import type { DEPARTURE_DUE, EXPORT_DUE } from './access.ts'
import { answersExports, type ExportDeps, type Take } from './account-export.ts'
import { answersDepartures, type Erase } from './departure.ts'

/** What a service does with what it keeps of those who leave, or who want a copy. */
export interface LeavingWork {
  readonly erase: Erase
  readonly take: Take
}

/** The answers of a service to departures and exports of accounts. */
export const answersLeaving = (
  deps: ExportDeps,
  service: string,
  { erase, take }: LeavingWork,
): RunEvents<typeof DEPARTURE_DUE | typeof EXPORT_DUE> => ({
  ...answersDepartures(deps, service, erase),
  ...answersExports(deps, service, take),
})
