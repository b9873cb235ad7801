import { randomBytes } from 'node:crypto'
import { newUuid } from '@signet/kernel'
import { creditOf, type Scopes } from '@signet/ledger'
import type { Intake } from '@signet/posture'
import { intakeTable } from '@signet/posture/intakes'
import { type IssuerDeps, receiptIssuer } from '@signet/receipts/issuing'
import { caiqRoute } from '../../../lambdas/posture/intakes/caiq-route.ts'
import { intakeQueryRoutes } from '../../../lambdas/posture/intakes/query-routes.ts'
import { submitRoute } from '../../../lambdas/posture/intakes/submit-route.ts'
import {
  callRoute,
  type PaidWorldOptions,
  paidWorld,
  type RouteResult,
  runtimeAnswering,
} from '../../support/paid-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { issuerDeps } from '../receipts/issuing/issuing-world.ts'

/** One second after the requests are received. */
export const now = (): Date => new Date('2026-11-22T09:00:01Z')

type Call = ReturnType<typeof callRoute>

/** A refused intake: regulated data without a second factor. */
export const refusedIntake = (): Intake =>
  edited({ 'controlBaseline.mfa.scope': 'none', dataHandled: ['pii', 'phi'] }, faultFreeIntake())

export interface PostureOptions extends Omit<PaidWorldOptions, 'runtime' | 'now'> {
  readonly signers?: IssuerDeps['signers']
  readonly newId?: () => string
  readonly now?: () => Date
}

/** The routes of posture over a table. */
export const postureOver = ({ signers, newId = newUuid, now: clock = now, ...options }: PostureOptions) => {
  const { deps: paying, used, sentEvents } = paidWorld({ ...options, now: clock, runtime: runtimeAnswering({}) })
  const issuing = { now: clock, randomBytes, ...(signers && { signers }) }
  const deps = {
    ...paying,
    newId,
    intakes: intakeTable(paying),
    creditFor: (scopes: Scopes, request: string) => creditOf(paying, scopes, request),
    issue: receiptIssuer(issuerDeps({ db: options.db }, issuing)),
  }
  const [list, get, compare, disclosures] = intakeQueryRoutes(deps).map(callRoute) as [Call, Call, Call, Call]
  const routes = {
    submit: callRoute(submitRoute(deps)),
    list,
    get,
    compare,
    disclosures,
    caiq: callRoute(caiqRoute(deps)),
  }
  return { ...routes, used, sentEvents }
}

/** Returns the hash of the receipt in a response. */
export const hashIn = ({ body, extras }: RouteResult): string =>
  ((body.receipt ?? extras.receipt) as { readonly hash: string } | undefined)?.hash ?? 'none'
