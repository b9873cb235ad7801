import { type Code, code, markdownText } from './code.ts'
import type { Governance, PlannedRequirement } from './governance.ts'

/** Clauses of the intention that nothing builds, or of which only a part is built. */
export const notBuilt = ({ requirements }: Pick<Governance, 'requirements'>): PlannedRequirement[] =>
  requirements.filter(({ status }) => status !== 'built')

/** One of them as a line of Markdown. */
export const missingLine = ({ id, text, status, metBy = [], left = [] }: PlannedRequirement): Code =>
  status === 'open'
    ? code`- ${id as Code} "${markdownText(text)}": no part of it.`
    : code`- ${id as Code} "${markdownText(text)}": ${metBy.join(', ') as Code} alone. Nothing here speaks of: ${markdownText(left.join(', '))}.`

/** The same as plain text, among the open questions. */
export const missingQuestion = ({ id, text, status, left = [] }: PlannedRequirement): string =>
  status === 'open'
    ? `${id} is asked for and not built: ${text}`
    : `${id} is built in part, without: ${left.join(', ')} (of: ${text})`
