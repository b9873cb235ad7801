import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { CAIQ_VERSION, type CaiqAnswer, caiqAnswers, type Finding } from '@signet/posture'
import type { IntakeRow } from '@signet/posture/intakes'
import { findingsIn, receiptView } from '@signet/posture/intakes'
import { getIntakeAnswers } from '../contract/intakes.ts'
import { type IntakeQueryDeps, intakeIn, intakeNotFound, intakeOfCaller } from './query-routes.ts'

const COLUMNS = 'id,answer,covers,claims,findings,receipt'

/** Cells are ids and names only, so none needs quoting. */
const csvOf = (answers: readonly CaiqAnswer[], hash: string): string => {
  const lines = answers.map(({ id, answer, covers, claims, findings }) =>
    [id, answer, covers, claims.join(';'), findings.join(';'), hash].join(','),
  )
  return [COLUMNS, ...lines, ''].join('\r\n')
}

const jsonOf = (answers: readonly CaiqAnswer[], { hash, asOf }: IntakeRow): string =>
  JSON.stringify({ questionnaire: `CAIQ v${CAIQ_VERSION}`, asOf, receipt: receiptView(hash), answers })

export const caiqRoute = (deps: Pick<IntakeQueryDeps, 'intakes'>): Route =>
  route(getIntakeAnswers, async ({ params: { hash }, query: { format }, caller }) => {
    const row = await intakeOfCaller(deps, caller, hash)
    if (!row) return intakeNotFound()
    const intake = intakeIn(row)
    const verdict = { isRefused: row.isRefused, summary: row.summary, findings: findingsIn(row) as Finding[] }
    // `unrecovered` has no effect on the answers and is not stored.
    const answers = caiqAnswers(intake, { ...verdict, unrecovered: [] }, row.asOf)
    const text = format === 'csv' ? csvOf(answers, hash) : jsonOf(answers, row)
    return reply(200, text, {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="caiq-${row.asOf}.${format}"`,
      'cache-control': 'no-store',
    })
  })
