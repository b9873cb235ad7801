import { authenticatedApp, organisationCreatedAt } from '@signet/identity'
import { organisationRecords, standings } from '@signet/ledger'
import { observeDeps } from '../api/observe-routes.ts'
import type { access } from '../contract/access.ts'
import { otlpRoutes } from './otlp-routes.ts'
import { refusalInForm } from './refusal-in-form.ts'

/** Wires the function that takes OTLP. */
export const app = authenticatedApp<typeof access.otlp>((runtime) => {
  const standingOf = standings({ ...runtime, lookUp: organisationRecords(runtime, organisationCreatedAt(runtime)) })
  return { routes: otlpRoutes(observeDeps({ ...runtime, standingOf })), failurePage: refusalInForm }
})
