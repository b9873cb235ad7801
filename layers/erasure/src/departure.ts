import { type RunEvents, rowTable, type TableDeps } from '@signet/kernel'
import * as z from 'zod'
import { DEPARTURE_DUE } from './access.ts'
import { departureAnswerRow } from './departure-rows.ts'

/** Who leaves for good. Their keys, sessions and memberships have ended before. */
export const Departure = z
  .object({
    departure_id: z.string(),
    org_id: z.string().nullable().describe('The organisation that goes, which is also a tenant and an account'),
    user_id: z.string().nullable().describe('The person who goes; null: an organisation alone'),
    email: z.string().nullable().describe('Their address, for services that know people by it'),
  })
  .meta({ id: 'Departure' })
export type Departure = z.infer<typeof Departure>

/**
 * Erases what a service keeps of them. It may be repeated, and runs again after a crash at any line. `working`: others
 * are still busy with it, or time is up; the service is asked again within the hour.
 */
export type Erase = (departure: Departure) => Promise<'done' | 'working'>

/**
 * The answer of a service to departures: it erases, and then says so, once. A service that has not said so is told again
 * within the hour.
 */
export const answersDepartures = (deps: TableDeps, service: string, erase: Erase): RunEvents<typeof DEPARTURE_DUE> => {
  const answers = rowTable(departureAnswerRow, deps)
  return {
    [DEPARTURE_DUE]: async ({ data }) => {
      const departure = Departure.parse(data)
      if ((await erase(departure)) === 'working') return
      const key = { id: departure.departure_id, service }
      await answers.putNew(key, { service, erased_at: deps.now().toISOString() })
    },
  }
}
