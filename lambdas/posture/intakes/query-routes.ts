import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { type Caller, type Clock, notFound, type Refusal, type Route, route } from '@signet/kernel'
import { diffIntakes, type Finding, freshness, type Intake, type JudgedIntake } from '@signet/posture'
import type { IntakeRow, IntakeTable } from '@signet/posture/intakes'
import { dayOf, findingsIn, intakeView, listedView, receiptView } from '@signet/posture/intakes'
import type { IntakeFinding } from '@signet/posture/intakes/schemas'
import { discloses, disclosuresOfPublic } from '@signet/receipts'
import { compareIntakes, getIntake, getIntakeDisclosures, listIntakes } from '../contract/intakes.ts'

export interface IntakeQueryDeps {
  readonly intakes: IntakeTable
  readonly now: Clock
}

/** The payload of an intake; its shape was validated before it was stored. */
export const intakeIn = ({ payload }: IntakeRow): Intake => JSON.parse(payload) as Intake

const judgedIn = (row: IntakeRow): JudgedIntake => ({ intake: intakeIn(row), findings: findingsIn(row) as Finding[] })

export const intakeOfCaller = async (
  { intakes }: Pick<IntakeQueryDeps, 'intakes'>,
  caller: Caller,
  hash: string,
): Promise<IntakeRow | undefined> => intakes.find(orgOf(caller), hash)

export const intakeNotFound = (field?: string): Refusal<'not_found'> =>
  notFound(field === undefined ? 'The intake does not exist' : `The intake does not exist: ${field}`)

const findingViews = (findings: readonly Finding[]): IntakeFinding[] => findings.map((finding) => ({ ...finding }))

const sideOf = ({ hash, asOf, isRefused }: IntakeRow) => ({ receipt: receiptView(hash), asOf, refused: isRefused })

export const intakeQueryRoutes = (deps: IntakeQueryDeps): Route[] => [
  route(listIntakes, async ({ query, caller }) => {
    const { rows, nextCursor } = await deps.intakes.page(orgOf(caller), query)
    return reply(200, { intakes: rows.map(listedView), ...(nextCursor !== null && { nextCursor }) })
  }),
  route(getIntake, async ({ params: { hash }, caller }) => {
    const row = await intakeOfCaller(deps, caller, hash)
    if (!row) return intakeNotFound()
    const posture = { issuedOn: row.asOf, certifications: intakeIn(row).certifications }
    const { state, reasons } = freshness(posture, dayOf(deps.now()))
    return reply(200, { ...intakeView(row), freshness: { state, reasons: [...reasons] } })
  }),
  route(compareIntakes, async ({ body, caller }) => {
    const [from, to] = await Promise.all([
      intakeOfCaller(deps, caller, body.from),
      intakeOfCaller(deps, caller, body.to),
    ])
    if (!from) return intakeNotFound('from')
    if (!to) return intakeNotFound('to')
    const { fixed, appeared, stillOpen, recovered } = diffIntakes(judgedIn(from), judgedIn(to))
    return reply(200, {
      from: sideOf(from),
      to: sideOf(to),
      fixed: findingViews(fixed),
      appeared: findingViews(appeared),
      stillOpen: findingViews(stillOpen),
      recovered: findingViews(recovered),
    })
  }),
  route(getIntakeDisclosures, async ({ params: { hash }, caller }) => {
    const row = await intakeOfCaller(deps, caller, hash)
    if (!row) return intakeNotFound()
    const { sdRoot, disclosures } = disclosuresOfPublic(JSON.parse(row.claims))
    const claimDisclosures = disclosures.map((each) => {
      const { name = '', value } = discloses(sdRoot, each) ?? {}
      return { name, value, ...each, proof: [...each.proof] }
    })
    return reply(200, { receipt: receiptView(hash), sdRoot, disclosures: claimDisclosures })
  }),
]
